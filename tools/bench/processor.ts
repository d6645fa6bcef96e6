// Measures processor time, which doesn't depend on other load. Linux only; zero elsewhere.
import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Milliseconds that processes have used so far, exact to less than one. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce(
    (sum, pid) => sum + getThreads(pid).reduce((ofAll, nanoseconds) => ofAll + nanoseconds, 0) / 1e6,
    0,
  );
}

/** Nanoseconds that each thread of a process has run. */
function getThreads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
  } catch {
    return [];
  }
}

/** The memory of one process: all of it, and what no other process shares. Bytes. */
export function getMemory(pid: number): { resident: number; own: number } {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return { resident: resident * PAGE_BYTES, own: (resident - shared) * PAGE_BYTES };
  } catch {
    return { resident: 0, own: 0 };
  }
}

/** How many files, sockets among them, a process has open. */
export function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** A process and all that it has started itself. */
export function getFamily(pid: number): number[] {
  try {
    const children = readdirSync('/proc').map(Number).filter(Boolean);
    return [pid, ...children.filter((child) => Number(getStat(child)?.[1]) === pid)];
  } catch {
    return [pid];
  }
}

/** The process that started another; 0 when that is not known. */
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
