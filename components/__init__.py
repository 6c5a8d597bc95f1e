"""Drawing: values in, values out, one control a file."""
