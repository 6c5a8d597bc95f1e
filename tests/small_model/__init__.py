"""A small language model behind an OpenAI-compatible server on this machine, for what no double can show."""

NAME = "smollm2"
