#!/usr/bin/env bash
# Build the Debian packages from a clean export of the last commit.
#
#   scripts/deb.sh BUILD
#
# dpkg-buildpackage wants ./debian, so the export is made in BUILD/deb and scripts/debian is copied to its top there;
# the changelog has the version of src/papamu.h and the date of the commit. The packages end up in BUILD/deb. Needs
# debhelper and what scripts/setup.sh installs.
#
# SPDX-License-Identifier: MIT
set -euo pipefail
cd "$(dirname "$0")/.."
if ! command -v dpkg-buildpackage >/dev/null || ! command -v dh >/dev/null; then
    echo "deb.sh: dpkg-buildpackage or dh is missing; install the packages dpkg-dev and debhelper" >&2
    exit 1
fi
version=$(sed -n 's/^#define PM_VERSION "\(.*\)"/\1/p' src/papamu.h)
work=$1/deb
source=$work/papamu-$version
rm -rf "$work"
mkdir -p "$source"
git archive HEAD | tar -x -C "$source"
cp -r "$source/scripts/debian" "$source/debian"
{
    echo "papamu ($version) unstable; urgency=medium"
    echo
    echo "  * Built from commit $(git rev-parse --short=12 HEAD)."
    echo
    echo " -- $(sed -n 's/^Maintainer: //p' scripts/debian/control)  $(git log -1 --format=%cD)"
} >"$source/debian/changelog"
# What make was called with here (a BUILD that is absolute would be the folder it cleans) is not for the build there.
(cd "$source" && env -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u BUILD -u PREFIX -u DESTDIR dpkg-buildpackage -b -us -uc)
ls "$work"/*.deb
