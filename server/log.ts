import { pino } from 'pino';
import { openRotatingFile, type RotationLimits } from './operations/rotating-file.ts';

const MAX_BUFFER_CHARACTERS = 64 * 1024;
const FLUSH_EVERY_MS = 1000;

/**
 * Writes log lines as JSON: to stderr if LOG_LEVEL is set, otherwise to `server.log` in the folder. Rotates
 * the file by size and age.
 */
export function openLog(folder: string | null, level: string | undefined, limits?: RotationLimits) {
  const { write, close } = folder && !level ? fileWriter(folder, limits) : errorWriter();
  const isValid = level !== undefined && (level === 'silent' || level in pino.levels.values);
  const log = pino({ level: isValid ? level : 'info', base: { pid: process.pid } }, { write });
  return { log, close };
}

const errorWriter = () => ({
  write: (line: string) => void process.stderr.write(line),
  close: async () => {},
});

/** Writes once per second, so that requests don't wait for system calls. */
function fileWriter(folder: string, limits?: RotationLimits) {
  const file = openRotatingFile(folder, 'server', limits);
  let pending = '';
  const flush = () => {
    if (pending) file.write(pending);
    pending = '';
  };
  const timer = setInterval(flush, FLUSH_EVERY_MS).unref();
  return {
    write(line: string) {
      pending += line;
      if (pending.length > MAX_BUFFER_CHARACTERS) flush();
    },
    close() {
      clearInterval(timer);
      flush();
      return file.close();
    },
  };
}
