from crosswright.layout._core_py import Core as Core
