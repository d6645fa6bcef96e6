// Measures processor time, which doesn't depend on other load. Works only on Linux; elsewhere, the result is
// zero.
import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Returns the total processor time of the given processes in milliseconds. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce(
    (sum, pid) => sum + getThreads(pid).reduce((ofAll, nanoseconds) => ofAll + nanoseconds, 0) / 1e6,
    0,
  );
}

/** Returns the processor time of each of a process's threads, in nanoseconds. */
function getThreads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
  } catch {
    return [];
  }
}

/** Returns a process's memory in bytes: the total, and the part not shared with other processes. */
export function getMemory(pid: number): { resident: number; own: number } {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return { resident: resident * PAGE_BYTES, own: (resident - shared) * PAGE_BYTES };
  } catch {
    return { resident: 0, own: 0 };
  }
}

/** Returns the number of a process's open files, including sockets. */
export function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Returns the pids of a process and its descendants. */
export function getFamily(pid: number): number[] {
  try {
    const children = readdirSync('/proc').map(Number).filter(Boolean);
    return [pid, ...children.filter((child) => Number(getStat(child)?.[1]) === pid)];
  } catch {
    return [pid];
  }
}

/** Returns the pid of a process's parent, or 0 if it is unknown. */
export function getParent(pid: number): number {
  return Number(getStat(pid)?.[1] ?? 0);
}

/** Reads the fields of /proc/<pid>/stat, starting with the state. Returns null if the process has ended. */
function getStat(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null;
  } catch {
    return null;
  }
}
