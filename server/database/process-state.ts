import { readFileSync, readlinkSync } from 'node:fs';

/** Returns true if a process is running. Zombie processes don't count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return readStatusFields(pid)?.[0] !== 'Z';
}

/**
 * Returns the start time of a process in kernel ticks. Together with the pid, it identifies a process. Works
 * on Linux only.
 */
export const readStartTime = (pid: number): string | null => readStatusFields(pid)?.[19] ?? null;

/** Returns a process's working directory, or null if the system doesn't expose it. */
export function readWorkingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Returns the fields of /proc/PID/stat that follow the name. The first one is the state. */
function readStatusFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
