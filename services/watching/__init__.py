"""Sources that keep coming: folders that are mirrored, web pages that are fetched again."""
