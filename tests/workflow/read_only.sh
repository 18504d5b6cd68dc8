# Runs a program with a folder that it cannot write to, and without a home folder; Snakemake must have some cache.
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 99
! touch "$1/new" 2>/dev/null || exit 98
shift
exec env -u XDG_CONFIG_HOME HOME=/proc/none "$@"
