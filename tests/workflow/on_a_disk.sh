# Run a program with a disk that has files of a folder at first, and copy its files afterwards. A disk of 1m is full.
size=$1 disk=$2 before=$3 after=$4; shift 4
mkdir -p "$disk" "$after"
mount -t tmpfs -o size="$size" tmpfs "$disk" && cp -a "$before/." "$disk" || exit 99
[ "$size" != 1m ] || cat /dev/zero >"$disk/filler" 2>/dev/null
"$@"
status=$?
rm -f "$disk/filler"
cp -a "$disk/." "$after"
exit $status
