"""The solver: a plain-Python engine and its compiled twin behind one picker."""
