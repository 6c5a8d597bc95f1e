"""The command line's commands, one module for each thing they are about."""
