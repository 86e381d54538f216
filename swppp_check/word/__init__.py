"""Word files that the program writes: the letterhead, the letter on it, and saving the same bytes each time."""
