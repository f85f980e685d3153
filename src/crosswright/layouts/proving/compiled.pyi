from crosswright.layouts.proving.plain import Search as Search
