import { readFileSync, readlinkSync } from 'node:fs';

/** Returns true if a process is running. A zombie that its parent has not collected is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return readStatusFields(pid)?.[0] !== 'Z';
}

/** Returns when a process started, in kernel ticks. With the pid it identifies a process. Linux only. */
export function readStartTime(pid: number): string | null {
  return readStatusFields(pid)?.[19] ?? null;
}

/** Returns the working folder of a process; null if the system doesn't reveal it. */
export function readWorkingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** The fields of /proc/PID/stat after the name, beginning with the state. */
function readStatusFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
