"""The evidence page: every verdict with its words, where they stand, and a picture of that part of the page."""
