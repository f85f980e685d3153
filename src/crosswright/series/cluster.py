"""A cluster's workers, through dask's executor (the extra `cluster`)."""

from __future__ import annotations

import contextlib
import importlib
import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any, Final

from crosswright.errors import SeriesError
from crosswright.series.workers import without_interrupts

LOCAL: Final = "local"
"""In place of an address: a cluster of processes on this machine."""

CONNECTING_SECONDS: Final = 20
"""How long to wait for a scheduler."""


@contextlib.contextmanager
def dask_executor(address: str, workers: int | None = None) -> Iterator[Executor]:
    """Return the executor of a dask scheduler, or of a cluster started here (`LOCAL`)."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise SeriesError(
            "dask is not installed; install the extra: pip install 'crosswright[cluster]'"
        ) from None
    with contextlib.ExitStack() as stack:
        try:
            cluster: Any = address
            if address == LOCAL:
                with without_interrupts():  # Ctrl-C is for this process alone
                    cluster = stack.enter_context(
                        distributed.LocalCluster(
                            n_workers=workers,
                            threads_per_worker=1,
                            dashboard_address="127.0.0.1:0",
                            silence_logs=logging.ERROR,
                        )
                    )
            client = stack.enter_context(distributed.Client(cluster, timeout=CONNECTING_SECONDS))
        except (OSError, ValueError) as error:
            raise SeriesError(f"no dask scheduler answers at {address}: {error}") from None
        yield client.get_executor()
