#!/usr/bin/env bash
# Builds archives of the focal command for each system, with checksums:
#
#   kernel/setup/release.sh DIR                 for all systems
#   kernel/setup/release.sh DIR linux/amd64     for these only
#
# The archives are named after the commit's tag and contain the command, README.md
# and LICENSE. Each has a bill of materials beside it (.cdx.json: CycloneDX).
# Two builds of one commit with one version of Go are identical.
set -euo pipefail

die() {
	echo "release: $*" >&2
	exit 1
}

[ $# -ge 1 ] || die "usage: kernel/setup/release.sh DIR [SYSTEM/PROCESSOR ...]"
mkdir -p "$1"
out=$(realpath "$1")
shift
systems=("$@")
[ $# -gt 0 ] || systems=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64)

cd "$(dirname "$0")/../.."
version=$(git describe --tags --always --dirty)
time=$(git log -1 --format=%ct)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for system in "${systems[@]}"; do
	os=${system%/*} processor=${system#*/}
	name=focal-$version-$os-$processor
	program=focal
	[ "$os" != windows ] || program=focal.exe
	mkdir "$work/$name"
	GOOS=$os GOARCH=$processor CGO_ENABLED=0 GOFLAGS='' go build -trimpath -pgo=kernel/setup/search.pgo \
		-ldflags='-s -w' -o "$work/$name/$program" ./kernel/focal
	cp README.md LICENSE "$work/$name"
	tar --create --directory "$work" --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
		--format=ustar "$name" | gzip --no-name --best >"$out/$name.tar.gz"
	go run ./kernel/internal/sbom "$version" "$work/$name/$program" >"$out/$name.cdx.json"
	echo "release: $name.tar.gz"
done
cd "$out"
sha256sum -- focal-"$version"-*.{cdx.json,tar.gz} >SHA256SUMS
