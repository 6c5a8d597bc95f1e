"""Facts, entities and their summaries read from sentences by rule, without a language model."""
