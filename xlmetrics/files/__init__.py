"""What the readers of every format share: caution with files from strangers, and tables by name."""
