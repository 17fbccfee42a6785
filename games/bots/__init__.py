"""Players: they get a seat's view and nothing else."""
