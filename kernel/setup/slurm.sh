#!/usr/bin/env bash
# A Slurm cluster of two emulated nodes, node1 and node2 with two processors
# each, on this machine's loopback interface, for tests of job arrays.
#
#   kernel/setup/slurm.sh start DIR        starts it, with all its files in DIR
#   kernel/setup/slurm.sh kill DIR node2   kills a node, as a power failure would
#   kernel/setup/slurm.sh boot DIR node2   starts it again
#   kernel/setup/slurm.sh stop DIR         stops the cluster and its jobs
#   kernel/setup/slurm.sh serve            starts one in a new directory and prints
#                                          its path; stops it and removes its files
#                                          when standard input ends
#
# With SLURM_CONF=DIR/slurm.conf, sbatch, squeue and focal use this cluster. It needs
# Debian's slurm-wlm and munge (kernel/setup/setup.sh --slurm), but neither systemd nor
# root. DIR must be a path of less than 80 characters without spaces.
set -euo pipefail
PATH=$PATH:/usr/sbin:/sbin # where the daemons are

usage() {
	sed -n '/^#!/d; /^#/!q; s/^# \{0,1\}//p' "$0" >&2
	exit 2
}

die() {
	echo "slurm: $*" >&2
	exit 1
}

main() {
	if [ "${1-}" = serve ]; then
		serve
		return
	fi
	[ $# -ge 2 ] || usage
	local command=$1
	dir=$2
	case $command in
	start) start ;;
	stop) stop ;;
	kill | boot) [ "${3-}" = node1 ] || [ "${3-}" = node2 ] || usage; "$command"_node "$3" ;;
	*) usage ;;
	esac
}

serve() {
	dir=$(mktemp -d)
	trap 'stop; rm -rf "$dir"' EXIT
	trap "" HUP INT TERM # who has started this decides
	start >&2
	echo "$dir"
	cat >/dev/null
}

start() {
	local program
	for program in munged slurmctld slurmd; do
		type -P $program >/dev/null || die "$program is missing: run kernel/setup/setup.sh --slurm"
	done
	dir=$(realpath -m "$dir")
	case $dir in *[[:space:]]*) die "$dir: a path without spaces is needed" ;; esac
	[ ${#dir} -lt 80 ] || die "$dir: a path of less than 80 characters is needed"
	[ ! -e "$dir/slurm.conf" ] || die "$dir has a cluster already: stop it, and remove the directory or take another"
	mkdir -p "$dir"/{munge,state,node1,node2}
	configure
	munge
	slurmctld
	boot_node node1
	boot_node node2
	for _ in $(seq 6000); do # ten minutes: a busy machine is slow, not broken
		[ "$(SLURM_CONF=$dir/slurm.conf sinfo --noheader --states=idle --format=%D 2>/dev/null)" != 2 ] || return 0
		sleep 0.1
	done
	tail -n 20 "$dir"/*.log >&2
	stop
	die "the nodes do not become idle; above are the ends of the logs"
}

# configure writes the configuration of a cluster that notices a dead node within
# seconds; real clusters take minutes.
configure() {
	local host user port
	host=$(uname -n)
	host=${host%%.*}
	user=$(id -un)
	port=$(free_ports 3)
	cat >"$dir/slurm.conf" <<-END
		ClusterName=focal
		SlurmctldHost=$host(127.0.0.1)
		SlurmctldPort=$port
		SlurmUser=$user
		SlurmdUser=$user
		AuthType=auth/munge
		CredType=cred/munge
		AuthInfo=socket=$dir/munge/socket,cred_expire=5
		StateSaveLocation=$dir/state
		SlurmctldPidFile=$dir/slurmctld.pid
		SlurmctldLogFile=$dir/slurmctld.log
		SlurmdSpoolDir=$dir/%n
		SlurmdPidFile=$dir/%n.pid
		SlurmdLogFile=$dir/%n.log
		SlurmdParameters=config_overrides
		ProctrackType=proctrack/pgid
		TaskPlugin=task/none
		JobAcctGatherType=jobacct_gather/none
		AccountingStorageType=accounting_storage/none
		MpiDefault=none
		MaxArraySize=7
		SelectType=select/cons_tres
		SelectTypeParameters=CR_CPU
		SlurmdTimeout=5
		TCPTimeout=1
		MessageTimeout=3
		KillWait=5
		ReturnToService=2
		NodeName=node1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 RealMemory=1024
		NodeName=node2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 RealMemory=1024
		PartitionName=main Nodes=ALL Default=YES State=UP
		PartitionName=first Nodes=node1 State=UP
	END
}

# free_ports prints the first of n consecutive unused ports.
free_ports() {
	local n=$1 first port
	while first=$((20000 + RANDOM % 10000)); do
		for ((port = first; port < first + n; port++)); do
			if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then continue 2; fi
		done
		echo $first
		return
	done
}

munge() {
	(umask 077 && head -c 1024 /dev/urandom >"$dir/munge/key")
	munged --force --key-file="$dir/munge/key" --seed-file="$dir/munge/seed" --socket="$dir/munge/socket" \
		--pid-file="$dir/munge/pid" --log-file="$dir/munged.log" --num-threads=2 2>"$dir/munge/warnings" ||
		die "munged does not start: $(cat "$dir/munge/warnings")"
}

slurmctld() { command slurmctld -f "$dir/slurm.conf"; }

boot_node() { SLURM_CONF=$dir/slurm.conf slurmd -N "$1"; }

# kill_node kills all processes of a node with SIGKILL.
kill_node() {
	dir=$(realpath "$dir")
	local round
	for round in daemons tasks daemons tasks; do # as a daemon may just have started one
		$round "$1" | xargs --no-run-if-empty kill -KILL 2>/dev/null || true
	done
}

# daemons lists the processes that write the log with a name: the daemon itself and,
# for a node, those that supervise its jobs.
daemons() { find /proc/[0-9]*/fd -lname "$dir/$1.log" 2>/dev/null | cut -d/ -f3 | sort -u; }

# tasks lists the processes of a node's jobs.
tasks() {
	local file
	for file in $(grep -slzx "SLURMD_NODENAME=$1" /proc/[0-9]*/environ); do
		grep -sqzx "SLURM_CONF=$dir/slurm.conf" "$file" && echo "$file" | cut -d/ -f3
	done
}

stop() {
	[ -e "$dir/slurm.conf" ] || return 0
	dir=$(realpath "$dir")
	local name
	kill_node node1
	kill_node node2
	for name in slurmctld munged; do
		daemons $name | xargs --no-run-if-empty kill -TERM 2>/dev/null || true
		for _ in $(seq 50); do
			[ -n "$(daemons $name)" ] || continue 2
			sleep 0.1
		done
		daemons $name | xargs --no-run-if-empty kill -KILL 2>/dev/null || true
	done
	rm -f "$dir/slurm.conf"
}

main "$@"
