#!/bin/sh
# Installs the command `casegate` of one release: downloads the archive for this machine, compares it
# with the release's list of checksums, and copies the program.
#
#   sh install.sh [--to DIR] [--from ADDRESS]
#
#   --to DIR          the folder for the program (default: ~/.local/bin)
#   --from ADDRESS    the address of the release's files, for a mirror
#
# scripts/release-assets puts the address in.
set -eu

release='@release@'

die() {
  printf 'install: %s\n' "$*" >&2
  exit 1
}

usage() {
  echo 'usage: sh install.sh [--to DIR] [--from ADDRESS]' >&2
  exit 2
}

target() {
  case $(uname -s) in
    Linux) system=unknown-linux-musl ;;
    Darwin) system=apple-darwin ;;
    *) die "there is no archive for $(uname -s) that this script can install; see the release's files" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) echo "x86_64-$system" ;;
    aarch64 | arm64) echo "aarch64-$system" ;;
    *) die "there is no archive for the processor $(uname -m); \`cargo install casegate-cli --features service\` builds the program" ;;
  esac
}

download() {
  if command -v curl >/dev/null 2>&1; then
    curl --fail --silent --show-error --location --output "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then
    wget --quiet --output-document="$2" "$1"
  else
    die "curl or wget is needed"
  fi || die "$1 cannot be downloaded"
}

checksum() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

# A function, so that a script that was downloaded in part does nothing.
main() {
  to=${HOME:-}/.local/bin
  while [ $# -gt 0 ]; do
    case $1 in
      --to) to=${2-} ;;
      --from) release=${2-} release=${release%/} ;;
      *) usage ;;
    esac
    [ $# -gt 1 ] || usage
    shift 2
  done
  case $release in
    @*) die "this copy has no address: take install.sh from a release, or name one with --from" ;;
  esac

  folder=casegate-$(target)
  work=$(mktemp -d)
  trap 'rm -rf "$work" "$to/.casegate-$$"' EXIT
  trap 'exit 1' HUP INT TERM
  download "$release/SHA256SUMS" "$work/SHA256SUMS"
  expected=$(sed -n "s/^\([0-9a-f]\{64\}\) [ *]$folder\.tar\.gz\$/\1/p" "$work/SHA256SUMS")
  [ -n "$expected" ] || die "the release has no archive $folder.tar.gz"
  download "$release/$folder.tar.gz" "$work/archive"
  [ "$(checksum "$work/archive")" = "$expected" ] || die "$folder.tar.gz differs from its checksum: nothing is installed"
  tar -xzf "$work/archive" -C "$work"
  mkdir -p "$to"
  # Replaced at once, so that a running program or a full disk leaves the old one whole.
  cp "$work/$folder/casegate" "$to/.casegate-$$"
  mv -f "$to/.casegate-$$" "$to/casegate"
  echo "installed $("$to/casegate" --version) in $to"
  case :$PATH: in
    *":$to:"*) ;;
    *) echo "$to is not in PATH" ;;
  esac
}

main "$@"
