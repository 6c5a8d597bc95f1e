"""Words: sentences, stems, quotations, dates, wording and cleaning. Pure, below everything but the models."""
