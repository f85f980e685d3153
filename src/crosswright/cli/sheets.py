"""The sheets that are made of one puzzle: one, or an easy, a middle and a hard one."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import click

from crosswright.cli.options.sheets import SheetOptions
from crosswright.puzzles.aids import Aids, differentiate, give_letters
from crosswright.puzzles.puzzle import Puzzle
from crosswright.rendering.options import RenderOptions


class Sheet(NamedTuple):
    """A puzzle with the options it is drawn with; `level` is part of its file's name."""

    puzzle: Puzzle
    options: RenderOptions
    level: str | None = None


def check_sheet(sheet: SheetOptions) -> None:
    """Refuse options that contradict each other."""
    helps = sheet.word_bank or sheet.start_word or sheet.first_letters or sheet.given_letters
    if sheet.differentiate and helps:
        raise click.UsageError(
            "--differentiate chooses the help itself; drop --word-bank, --start-word, "
            "--first-letters and --given-letters"
        )


def sheets_of(
    puzzle: Puzzle, sheet: SheetOptions, options: RenderOptions, seed: int = 0
) -> list[Sheet]:
    """Return the sheets of a puzzle, drawn with `options` and what the sheet adds to them."""
    options = sheet_options(sheet, options)
    if not sheet.differentiate:
        aids = Aids(
            start_word=sheet.start_word,
            first_letters=sheet.first_letters,
            given_share=sheet.given_letters / 100,
        )
        return [Sheet(give_letters(puzzle, aids, seed=seed), options)]
    return [
        Sheet(level.puzzle, _with_bank(options, level.aids.word_bank), level.name)
        for level in differentiate(puzzle, seed=seed)
    ]


def sheet_options(sheet: SheetOptions, options: RenderOptions) -> RenderOptions:
    """Return options with what the sheet adds to them."""
    return replace(
        options,
        word_bank=sheet.word_bank,
        bank_order=sheet.bank_order,
        worksheet=sheet.worksheet,
        student_lines=sheet.student_lines,
        instructions=sheet.instructions,
        key=sheet.key,
        page=sheet.page,
        large_print=sheet.large_print,
    )


def _with_bank(options: RenderOptions, order: str) -> RenderOptions:
    """Return options with a word bank in an order, or without one."""
    return replace(options, word_bank=bool(order), bank_order=order or options.bank_order)
