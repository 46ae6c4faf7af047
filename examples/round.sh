#!/bin/sh
# One whole round of a real game, as a moderator plays it: start, slips, moves, points, the next round.
set -eu
here=$(dirname "$0")
SCHRILLE_GAME=$(mktemp -d)/friday.toml
export SCHRILLE_GAME

say() { printf '\n$ %s\n' "$*"; }
run() { say "$@"; "$@"; }

run schrille new --seed friday --deck "$here/deck.toml" -p Ann=blue -p Bob=red -p Cid=green -p Dora
run schrille label Dora=yellow
run schrille place --from "$here/slips.txt"
run schrille place --replace Bob 13+4 4-3 6+1 10-4 2+2 3:no1 12:pick
run schrille resolve --explain
run schrille score
run schrille label Ann=violet
run schrille next
