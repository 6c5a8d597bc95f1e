"""What a sentence, an item of a list or a row of a table states between two things."""
