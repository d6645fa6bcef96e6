import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';

const LARGEST_LOG_BYTES = 20 * 1024 * 1024;
const FLUSH_EVERY_MS = 1000;

/**
 * Logs as lines of JSON: to stderr from LOG_LEVEL on when that is set, else to `server.log` in the folder. A log
 * that has grown large is put aside at the start as `server.old.log`.
 */
export function openLog(folder: string | null, level: string | undefined): { log: Logger; flush(): void } {
  const file = folder && !level ? join(folder, 'server.log') : null;
  if (file && existsSync(file) && statSync(file).size > LARGEST_LOG_BYTES)
    renameSync(file, join(folder ?? '', 'server.old.log'));
  const destination = pino.destination({
    dest: file ?? 2,
    sync: false,
    minLength: file ? 4096 : 0,
    periodicFlush: FLUSH_EVERY_MS,
    mkdir: true,
    mode: 0o600,
  });
  const known = level && (level === 'silent' || pino.levels.values[level]);
  const log = pino(
    { level: level ? (known ? level : 'info') : 'info', base: { pid: process.pid } },
    destination,
  );
  return { log, flush: () => destination.flushSync() };
}
