"""Planted faults are each caught and named, and correct solutions pass in every style."""

from __future__ import annotations

import pytest
from helpers.planted_faults import FAULTS, PlantedFault


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_a_program(fault: PlantedFault) -> None:
    compile(fault.source(), fault.name, "exec")
