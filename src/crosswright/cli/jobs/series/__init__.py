"""The work of the commands of `crosswright series`, under the same names."""
