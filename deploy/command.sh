#!/bin/sh
# Runs a command of the installation in docs/production.md, under the service's account and settings. For root:
#   deploy/command.sh admin doctor        deploy/command.sh staff grant YOU@lab.example admin
# Environment variables take precedence over the file.
set -eu
cd "$(dirname -- "$0")/.."
name=$1
shift
exec runuser -u vialproof -- node_modules/.bin/node --env-file=/etc/vialproof/vialproof.env \
  "server/src/app/commands/$name.ts" "$@"
