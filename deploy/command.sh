#!/bin/sh
# A command of the installation that docs/production.md describes, as the account that serves and with its settings. For root:
#   deploy/command.sh admin doctor        deploy/command.sh staff grant YOU@lab.example admin
# What stands in the environment goes before what the file says.
set -eu
cd "$(dirname -- "$0")/.."
name=$1
shift
exec runuser -u vialproof -- node_modules/.bin/node --env-file=/etc/vialproof/vialproof.env \
  "server/src/app/commands/$name.ts" "$@"
