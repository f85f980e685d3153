"""The keys of the configuration are options of the commands."""

from __future__ import annotations

from crosswright.cli.configuration.checking import commands, places_of
from crosswright.cli.configuration.settings import COMMON, NEVER, UNCONFIGURED, options_of


def test_every_common_key_is_an_option_with_one_meaning() -> None:
    for key in COMMON:
        places = places_of((key,))
        kinds = {(place.option.is_flag, place.option.multiple) for place in places}
        assert places and len(kinds) == 1, key


def test_what_is_never_configured_is_no_key() -> None:
    keys = {key for command in commands().values() for key in options_of(command)}
    assert not keys & {*NEVER}
    assert {"words", "time", "limit", "port"} <= keys


def test_the_commands_that_help_are_not_configured() -> None:
    assert not {path[0] for path in commands()} & {*UNCONFIGURED}
    assert ("words", "match") in commands()
