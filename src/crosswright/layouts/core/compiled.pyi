from crosswright.layouts.core.plain import Core as Core
