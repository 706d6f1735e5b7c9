#!/bin/bash
# Runs a job array on a Slurm cluster of this one machine: installs Slurm if need be, starts its services with a
# configuration of their own, waits for the jobs and stops what it started.
set -eu
job=$1
here=$PWD

if ! command -v sbatch >/dev/null; then
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q slurm-wlm munge >"$here/install.log" 2>&1 ||
        { apt-get update -q >>"$here/install.log" 2>&1
          DEBIAN_FRONTEND=noninteractive apt-get install -y -q slurm-wlm munge >>"$here/install.log" 2>&1; }
fi

started=()
stop() {
    for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
}
trap stop EXIT

# Munge insists on folders of its own user.
mkdir -p /run/munge /var/log/munge /var/lib/munge /etc/munge
[ -s /etc/munge/munge.key ] || dd if=/dev/urandom of=/etc/munge/munge.key bs=1 count=1024 2>/dev/null
chown -R munge:munge /run/munge /var/log/munge /var/lib/munge /etc/munge
chmod 400 /etc/munge/munge.key
chmod 755 /run/munge
if ! munge -n >/dev/null 2>&1; then
    runuser -u munge -- /usr/sbin/munged --foreground >"$here/munged.log" 2>&1 &
    started+=($!)
fi

host=$(hostname -s)
mkdir -p "$here/state" "$here/spool"
cat >"$here/slurm.conf" <<CONF
ClusterName=ludex
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd.pid
SlurmctldLogFile=$here/slurmctld.log
SlurmdLogFile=$here/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SchedulerType=sched/backfill
SelectType=select/cons_tres
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF="$here/slurm.conf"
slurmctld -D -f "$SLURM_CONF" >"$here/ctld.out" 2>&1 &
started+=($!)
slurmd -D -f "$SLURM_CONF" >"$here/slurmd.out" 2>&1 &
started+=($!)
for _ in $(seq 60); do
    sinfo -h -o %T 2>/dev/null | grep -q idle && break
    sleep 1
done
id=$(sbatch --parsable "$job")
echo "job $id"
for _ in $(seq 300); do
    [ -z "$(squeue -h -j "$id" 2>/dev/null)" ] && break
    sleep 1
done
[ -z "$(squeue -h -j "$id" 2>/dev/null)" ] || { echo "the job did not end"; squeue; exit 1; }
cat slurm-*.out 2>/dev/null || true
