#!/usr/bin/env bash
# Builds what a release consists of, with checksums:
#
#   kernel/setup/release.sh DIR                    everything
#   kernel/setup/release.sh DIR linux/amd64 site   only these parts
#
# A part is a system, for an archive of the focal command with README.md and LICENSE and
# its bill of materials (.cdx.json: CycloneDX); wheels, the Python packages; or site, an
# archive of the notebooks as pages. Archives are named after the commit's tag. Two
# builds of one commit with one version of Go are identical.
#
# The site needs what kernel/setup/setup.sh --tests installs.
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: kernel/setup/release.sh DIR [PART ...]" >&2; exit 2; }
mkdir -p "$1"
out=$(realpath "$1")
shift
parts=("$@")
[ $# -gt 0 ] || parts=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 wheels site)

cd "$(dirname "$0")/../.."
version=$(git describe --tags --always --dirty)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) # JupyterLite dates files so
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# archive packs the folder $work/$1.
archive() {
	tar --create --directory "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
		--mode=u=rwX,go=rX --format=ustar "$1" | gzip --no-name --best >"$out/$1.tar.gz"
	echo "release: $1.tar.gz"
}

program() {
	local os=${1%/*} processor=${1#*/} name=focal-$version-${1/\//-} file=focal
	[ "$os" != windows ] || file=focal.exe
	mkdir "$work/$name"
	GOOS=$os GOARCH=$processor CGO_ENABLED=0 GOFLAGS='' go build -trimpath -pgo=kernel/setup/search.pgo \
		-ldflags='-s -w' -o "$work/$name/$file" ./kernel/focal
	cp README.md LICENSE "$work/$name"
	archive "$name"
	go run ./kernel/internal/sbom "$version" "$work/$name/$file" >"$out/$name.cdx.json"
}

for part in "${parts[@]}"; do
	case $part in
	*/*) program "$part" ;;
	wheels) kernel/wheel/wheels.sh "$out" ;;
	site)
		GOFLAGS=-trimpath go run ./kernel/focal page notebooks/*.ipynb --trust -o "$work/focal-$version-site" >/dev/null
		archive "focal-$version-site"
		;;
	*)
		echo "release: no part $part: want a system such as linux/amd64, wheels or site" >&2
		exit 2
		;;
	esac
done
cd "$out"
find . -maxdepth 1 -name "focal-$version-*" -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum -- >SHA256SUMS
