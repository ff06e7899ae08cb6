#!/bin/sh
# Keeps a segment of PostgreSQL's write-ahead log in a folder that several servers may share:
#   archive_command = '/opt/vialproof/deploy/archive-wal.sh %p /archive/%f'
# Ends with 0 once the segment lies there whole and on the disk, whoever brought it: after a failover a server finds what it
# had brought before. Ends with 1 where another segment has that name; it is never written over.
set -eu

from=$1
to=$2
# Always the same name, so that what a killed try left is written over; another server has another.
part="$to.$(uname -n).part"

if [ ! -e "$to" ]; then
  cp -- "$from" "$part"
  sync -- "$part"
  mv -n -- "$part" "$to" || true
fi
if ! cmp -s -- "$from" "$to"; then
  rm -f -- "$part"
  echo "$to is there already and differs from $from: two servers write one history" >&2
  exit 1
fi
rm -f -- "$part"
sync -- "$to" "$(dirname -- "$to")"
