#!/bin/sh
# Copies a segment of PostgreSQL's write-ahead log into a folder that several servers may share:
#   archive_command = '/opt/vialproof/deploy/archive-wal.sh %p /archive/%f'
# Ends with 0 once the complete segment is on the disk, copied by any server: after a failover a server finds its earlier copies.
# Ends with 1 if a different segment has that name; it is never overwritten.
set -eu

from=$1
to=$2
# A fixed name per server, so that the next attempt overwrites the remains of a killed one.
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
