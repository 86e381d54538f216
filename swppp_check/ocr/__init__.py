"""OCR: pages and pictures without usable text are read in processes of their own (`workers`), and kept (`cache`)."""
