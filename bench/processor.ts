// What work took of the processor, which does not depend on who else shares the machine. Linux only; zero elsewhere.
import { readdirSync, readFileSync } from 'node:fs';

/** What Linux counts processor time in. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

/** Milliseconds that processes have used so far. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = statOf(pid);
    return sum + (Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0)) * TICK_MS;
  }, 0);
}

/** The memory of one process: all of it, and what no other process shares. Bytes. */
export function memoryOf(pid: number): { resident: number; own: number } {
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
export function familyOf(pid: number): number[] {
  try {
    const children = readdirSync('/proc').map(Number).filter(Boolean);
    return [pid, ...children.filter((child) => Number(statOf(child)?.[1]) === pid)];
  } catch {
    return [pid];
  }
}

/** What Linux says of a process, from its state on; null when it is gone. */
function statOf(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null;
  } catch {
    return null;
  }
}
