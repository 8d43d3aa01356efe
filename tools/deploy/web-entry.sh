#!/bin/sh
# Entry of the web image: tells nginx where pages are, whose previews the app shows in frames, and becomes nginx.
set -eu
sources=${PAGE_SOURCES_FILE:-/tmp/page-sources.map}

# $1: what may stand there; $2: the variable's name; $3: its value. What is written below becomes configuration.
require() {
  printf %s "$3" | tr '\n' ' ' | grep -Eq "^$1\$" && return
  echo "could not start: $2 must look like $4, not \"$3\"" >&2
  exit 1
}

require 'https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/?' PAGES_ORIGIN "${PAGES_ORIGIN:-}" 'https://haru-pages.example'
all=${PAGES_ORIGIN%/}
if [ -n "${VIEWER_ORIGIN_PATTERN:-}" ]; then
  require 'https?://[A-Za-z0-9-]*\{path\}[A-Za-z0-9-]*(\.[A-Za-z0-9-]+)+(:[0-9]{1,5})?/?' \
    VIEWER_ORIGIN_PATTERN "$VIEWER_ORIGIN_PATTERN" 'https://{path}.pages.example'
  # A source in a Content-Security-Policy stands for whole labels only.
  scheme=${VIEWER_ORIGIN_PATTERN%%://*}
  domain=${VIEWER_ORIGIN_PATTERN#*.}
  all="$all $scheme://*.${domain%/}"
fi
echo "default '$all';" >"$sources"
exec "$@"
