import { existsSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';

const LARGEST_LOG_BYTES = 20 * 1024 * 1024;
const LARGEST_BUFFER_BYTES = 64 * 1024;
const FLUSH_EVERY_MS = 1000;

/**
 * Logs as lines of JSON: to stderr from LOG_LEVEL on when that is set, else to `server.log` in the folder. A log
 * that has grown large is put aside at the start as `server.old.log`.
 */
export function openLog(folder: string | null, level: string | undefined): { log: Logger; flush(): void } {
  const { write, flush } = folder && !level ? fileWriter(folder) : errorWriter();
  const known = level !== undefined && (level === 'silent' || level in pino.levels.values);
  const log = pino({ level: known ? level : 'info', base: { pid: process.pid } }, { write });
  return { log, flush };
}

const errorWriter = () => ({ write: (line: string) => void process.stderr.write(line), flush: () => {} });

/** Writes a second's lines at once: a request must not pay for a system call of its own. */
function fileWriter(folder: string) {
  const file = join(folder, 'server.log');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (existsSync(file) && statSync(file).size > LARGEST_LOG_BYTES)
    renameSync(file, join(folder, 'server.old.log'));
  const descriptor = openSync(file, 'a', 0o600);
  let waiting = '';
  const flush = () => {
    const text = waiting;
    waiting = '';
    try {
      if (text) writeSync(descriptor, text);
    } catch {
      // A full disk must not stop the bank; PostgreSQL refuses what cannot be kept.
    }
  };
  setInterval(flush, FLUSH_EVERY_MS).unref();
  return {
    write(line: string) {
      waiting += line;
      if (waiting.length > LARGEST_BUFFER_BYTES) flush();
    },
    flush,
  };
}
