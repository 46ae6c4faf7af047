"""What every game needs and no game owns: errors, names, save files, tables, the frame of a verb."""
