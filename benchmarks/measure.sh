#!/usr/bin/env bash
# Measures with the java of JAVA_HOME, or of the path, and writes benchmarks/results: one file for each table and JDK. Each
# table takes one to five minutes on a machine that does nothing else.
#
#   benchmarks/measure.sh [--vectors] TABLE...     tables: pieces pieces64 mislabelled64 bodies readers encodings encoding-readers hostile idle
#
# Build first: mvn -DskipTests package. --vectors adds the module of the Vector API and needs a build by JDK 25.
set -euo pipefail
cd "$(dirname "$0")"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
jdk=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = //p')
suffix=jdk$jdk
options=("-Dutflow.commit=$(git describe --always --dirty --exclude '*')" -Djdk.attach.allowAttachSelf=true)
if [ "${1:-}" = --vectors ]; then
  shift
  suffix=$suffix-vectors
  options+=(--add-modules jdk.incubator.vector)
fi
mkdir -p results

run() {
  local table=$1
  shift
  "$java" "${options[@]}" -cp 'target/utflow-benchmarks.jar:target/lib/*' "io.utflow.benchmarks.$table" "$@"
}

# For tables that have no peer: what they print.
keep() {
  {
    echo "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) processors. Commit $(git describe --always --dirty \
      --exclude '*'), $(date -u +%F)."
    echo
    run "$@"
  } > "results/$name-$suffix.md"
}

for name in "$@"; do
  file=results/$name-$suffix.tsv
  case $name in
    pieces) run RatioTable 8192 languages repeating decode encode lines handlers operators --tsv "$file" ;;
    pieces64) run RatioTable 64 languages handlers operators encode --tsv "$file" ;;
    mislabelled64) run RatioTable 64 mislabelled handlers operators --tsv "$file" ;;
    bodies) run BodyTable facade --tsv "$file" ;;
    readers) run ReaderTable --tsv "$file" ;;
    encodings) run CharsetTable 8192 --tsv "$file" ;;
    encoding-readers) run CharsetTable readers --tsv "$file" ;;
    hostile) keep HostileTable ;;
    idle) keep IdleTable ;;
    *)
      echo "no table is named $name" >&2
      exit 2
      ;;
  esac
done
