"""The verbs of Schrille Stille, a thin file each: they turn words into calls of `Game`, and hold no rules."""
