#!/usr/bin/env bash
# Builds wheels of the Python package focal-search, which contain the command, the
# Jupyter kernel and the extension for pages. Checksums are in SHA256SUMS.wheels.
#
#   kernel/wheel/wheels.sh DIR                 for all systems
#   kernel/wheel/wheels.sh DIR linux/amd64     for these only
#
# It needs Go and Python. Two builds of one commit with one version of Go are identical.
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: kernel/wheel/wheels.sh DIR [SYSTEM/PROCESSOR ...]" >&2; exit 2; }
mkdir -p "$1"
out=$(realpath "$1")
shift
systems=("$@")
[ $# -gt 0 ] || systems=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64)

cd "$(dirname "$0")/../.."
# The tag v1.2.3 gives the version 1.2.3; commits between tags have no version.
version=$({ git describe --tags --exact-match 2>/dev/null || true; } | sed -n 's/^v\([0-9][0-9.]*\)$/\1/p')
version=${version:-0.0.0+g$(git rev-parse --short HEAD)}
time=$(git log -1 --format=%ct)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GOFLAGS=-trimpath CGO_ENABLED=0

go run ./kernel/wheel/extension "$work/extension"
for system in "${systems[@]}"; do
	os=${system%/*} processor=${system#*/}
	case $system in
	linux/amd64) tag=manylinux2014_x86_64 ;;
	linux/arm64) tag=manylinux2014_aarch64 ;;
	darwin/amd64) tag=macosx_12_0_x86_64 ;;
	darwin/arm64) tag=macosx_12_0_arm64 ;;
	windows/amd64) tag=win_amd64 ;;
	*) echo "wheels: no platform tag is known for $system" >&2; exit 2 ;;
	esac
	program=$work/focal-$os-$processor bill=$work/focal.cdx.json
	GOOS=$os GOARCH=$processor go build -pgo=kernel/setup/search.pgo -ldflags='-s -w' -o "$program" ./kernel/focal
	go run ./kernel/internal/sbom "$version" "$program" >"$bill"
	python3 kernel/wheel/pack.py "$version" "$time" "$tag" "$program" "$work/extension" "$bill" "$out"
done
cd "$out"
sha256sum -- *.whl >SHA256SUMS.wheels
