"""Seeds and times: the options that say where a search starts and when it ends."""

from __future__ import annotations

import os

import click

from crosswright.cli.options.declare import option
from crosswright.cli.options.groups import Decorator

MAX_SEED = 2**63 - 1
"""The largest seed that the engines take."""


def seed_option(default: int | None = None) -> Decorator:
    """Add --seed; without a default, a random seed is chosen for every run."""
    return option(
        "--seed",
        type=int,
        callback=_check_seed,
        default=default,
        show_default="random" if default is None else True,
        metavar="N",
        help="Seed of all random choices.",
    )


def time_option(help_text: str, default: float | None = None, default_text: str = "") -> Decorator:
    """Add --time; `default_text` describes a default that is not one number."""
    return option(
        "--time",
        type=str,
        callback=_read_seconds,
        default=default,
        show_default=default_text or True,
        metavar="SECONDS",
        help=help_text,
    )


def seed_or_random(seed: int | None) -> int:
    """Return the user's seed, or else a random one."""
    return int.from_bytes(os.urandom(4), "big") if seed is None else seed


def _check_seed(ctx: click.Context, parameter: click.Parameter, value: int | None) -> int | None:
    if value is not None and not 0 <= value <= MAX_SEED:
        raise click.BadParameter("give a whole number from 0 to 2**63 - 1")
    return value


def _read_seconds(
    ctx: click.Context, parameter: click.Parameter, value: str | None
) -> float | None:
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        seconds = float("nan")
    if not 0 <= seconds < float("inf"):
        raise click.BadParameter(f"{value!r} is not a number of seconds, 0 or more")
    return seconds
