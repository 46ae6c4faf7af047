"""Games by mail: who plays from where, what came in, what each player has been told, and what is due next."""
