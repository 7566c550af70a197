#!/bin/sh
# run.sh TEXTS [PIECE_SIZE]: times the simdutf inside the installed node on the files of a folder,
# in UTF-8: those of WriteTexts, or your own. Prints GB/s of fresh and of learnt text.
# SIMDUTF_FORCE_IMPLEMENTATION=haswell asks for its AVX2 kernels.
set -e
here=$(dirname "$0")
addon=$(mktemp -d)/simdutf.node
g++ -std=c++17 -O2 -Wall -Wextra -shared -fPIC "$here/simdutf.cc" -o "$addon"
TEXTS=$1 PIECE_SIZE=${2:-8192} node -e "process.dlopen({exports: {}}, '$addon')"
