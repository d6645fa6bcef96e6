// Measures processor time, which doesn't depend on other load. Linux only; zero elsewhere.
import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Returns the processor milliseconds of processes so far. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce(
    (sum, pid) => sum + getThreads(pid).reduce((ofAll, nanoseconds) => ofAll + nanoseconds, 0) / 1e6,
    0,
  );
}

/** Nanoseconds per thread of a process. */
function getThreads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
  } catch {
    return [];
  }
}

/** A process's memory in bytes: in total, and not shared with other processes. */
export function getMemory(pid: number): { resident: number; own: number } {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return { resident: resident * PAGE_BYTES, own: (resident - shared) * PAGE_BYTES };
  } catch {
    return { resident: 0, own: 0 };
  }
}

/** The number of a process's open files, including sockets. */
export function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** A process and its descendants. */
export function getFamily(pid: number): number[] {
  try {
    const children = readdirSync('/proc').map(Number).filter(Boolean);
    return [pid, ...children.filter((child) => Number(getStat(child)?.[1]) === pid)];
  } catch {
    return [pid];
  }
}

/** The parent of a process; 0 if unknown. */
export function getParent(pid: number): number {
  return Number(getStat(pid)?.[1] ?? 0);
}

/** Reads /proc/<pid>/stat from the state on; null if the process has ended. */
function getStat(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null;
  } catch {
    return null;
  }
}
