import { readFileSync, readlinkSync } from 'node:fs';

/** Returns true if a process is running. A zombie that its parent has not collected is not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return statusFields(pid)?.[0] !== 'Z';
}

/** When a process started, in the kernel's own units: with the pid it names one process for ever. Linux only. */
export function startTime(pid: number): string | null {
  return statusFields(pid)?.[19] ?? null;
}

/** The working folder of a process, or null where the system does not tell. */
export function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** The fields of /proc/PID/stat after the name, the state first. */
function statusFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
