/* Loaded before all others: allocations that come from one module fail when a test says so. */
#include <stddef.h>
#include <stdint.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static uintptr_t low, high;
static long left = -1;
static long seen;

/* From now on, let the allocation after `after` others from the addresses given fail; -1: none. */
void fail_allocation(uintptr_t first, uintptr_t last, long after) {
    low = first;
    high = last;
    left = after;
    seen = 0;
}

long allocations_seen(void) { return seen; }

static int is_to_fail(void *caller) {
    uintptr_t at = (uintptr_t) caller;
    if (at < low || at >= high)
        return 0;
    seen++;
    return left >= 0 && left-- == 0;
}

void *malloc(size_t size) {
    return is_to_fail(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return is_to_fail(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    return is_to_fail(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}
