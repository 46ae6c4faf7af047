"""What is asked for at the table: slips, labels, cards, a new game, and the whole evening."""
