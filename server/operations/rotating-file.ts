import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { createStream, type FileSize, type Interval, type RotatingFileStream } from 'rotating-file-stream';

/**
 * The size and age at which a log is rotated, and the number of files to keep, in rotating-file-stream's
 * notation.
 */
export type RotationLimits = { size: FileSize; age: Interval; files: number };

export type RotatingFile = ReturnType<typeof openRotatingFile>;

/** Allows up to 80 MB and eight days per log. */
const LIMITS: RotationLimits = { size: '10M', age: '1d', files: 7 };
const MAX_PENDING_BYTES = 4 * 1024 * 1024;
const REOPEN_AFTER_MS = 5_000;

/**
 * Appends to `<name>.log` in a folder. Only the owner can read the file. Rotates it to `<name>.1.log` by size
 * and age while running, and deletes the oldest file. Drops lines if the disk is full, because logging must
 * not stop the bank.
 */
export function openRotatingFile(folder: string, name: string, limits = LIMITS) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const getName = (index: number | Date | null) => (index ? `${name}.${index}.log` : `${name}.log`);
  archiveEarlierDay((index) => join(folder, getName(index)), limits.files);
  let stream: RotatingFileStream | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;

  function open(): RotatingFileStream {
    const opened = createStream(getName, {
      path: `${folder}${sep}`,
      size: limits.size,
      interval: limits.age,
      rotate: limits.files,
      mode: 0o600,
    });
    opened.on('error', () => {
      failedAt = performance.now();
      if (stream === opened) stream = null;
    });
    return opened;
  }

  return {
    write(text: string): void {
      if (!stream && performance.now() - failedAt < REOPEN_AFTER_MS) return;
      stream ??= open();
      if (stream.writableLength < MAX_PENDING_BYTES) stream.write(text);
    },
    close(): Promise<void> {
      const closing = stream;
      if (!closing) return Promise.resolve();
      stream = null;
      failedAt = Number.POSITIVE_INFINITY;
      return new Promise((resolve) => {
        closing.once('error', () => resolve());
        closing.end(() => resolve());
      });
    },
  };
}

/**
 * Archives a log from an earlier day. The library rotates by age only while it is running, so a server that
 * is stopped every night would never rotate its log.
 */
function archiveEarlierDay(pathOf: (index: number) => string, files: number): void {
  const current = pathOf(0);
  if (!existsSync(current)) return;
  if (statSync(current).mtime.toDateString() === new Date().toDateString()) return;
  for (let index = files; index > 0; index -= 1)
    if (existsSync(pathOf(index - 1))) renameSync(pathOf(index - 1), pathOf(index));
}
