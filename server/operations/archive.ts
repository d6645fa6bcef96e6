import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, constants as zlib } from 'node:zlib';
import { extract, type Header, type Pack, pack } from 'tar-stream';
import { OperatorError } from '../operator-error.ts';

/** The name of the last entry. If it is missing, the archive is incomplete. */
const END = 'end';
const MAX_PIECE_BYTES = 64 * 1024;

/** Starts a compressed archive. The file gets its final name when it is complete. */
export function writeArchive(target: string) {
  const partial = `${target}.part`;
  const entries: Pack = pack();
  const writing = pipeline(
    entries,
    createGzip({ level: zlib.Z_BEST_SPEED }),
    createWriteStream(partial, { mode: 0o600 }),
  );
  writing.catch(() => {});

  /** Waits until an entry is written. Rejects if writing fails. */
  const entry = (work: (done: (error?: Error | null) => void) => unknown) =>
    Promise.race([
      writing,
      new Promise<void>((resolve, reject) => {
        const returned = work((error) => (error ? reject(error) : resolve()));
        Promise.resolve(returned).catch(reject);
      }),
    ]);
  const text = (name: string, content: string) =>
    entry((done) => void entries.entry({ name }, content, done));
  /** Adds a file with its current length, even if another process is writing to it. Skips a missing file. */
  async function file(name: string, path: string): Promise<void> {
    const stats = await stat(path).catch(ignoreMissing);
    if (!stats) return;
    const { size, mtime } = stats;
    await entry((done) => pipeline(readExactly(path, size), entries.entry({ name, size, mtime }, done)));
  }
  /** Adds a folder with everything that `isIncluded` accepts, including empty folders. */
  async function folder(name: string, path: string, isIncluded = (_name: string) => true): Promise<void> {
    const children = await readdir(path, { withFileTypes: true }).catch(ignoreMissing);
    if (!children) return;
    await entry((done) => void entries.entry({ name, type: 'directory' }, done));
    for (const child of children) {
      const inner = `${name}/${child.name}`;
      if (!isIncluded(inner)) continue;
      if (child.isDirectory()) await folder(inner, join(path, child.name), isIncluded);
      else if (child.isFile()) await file(inner, join(path, child.name));
      else
        throw new OperatorError(
          `Failed to back up ${join(path, child.name)}, because it is neither a file nor a folder.`,
        );
    }
  }
  return {
    text,
    file,
    folder,
    /** Closes the archive and gives it its final name. Returns its size in bytes. */
    async finish(): Promise<number> {
      await text(END, 'whole');
      entries.finalize();
      await writing;
      await renameDurably(partial, target);
      return (await stat(target)).size;
    },
    async abandon(): Promise<void> {
      entries.destroy();
      await writing.catch(() => {});
      await rm(partial, { force: true });
    },
  };
}

/**
 * Extracts an archive into a folder that only its owner can read. Throws OperatorError if the archive is
 * invalid, damaged, or incomplete.
 */
export async function readArchive(archive: string, folder: string): Promise<void> {
  const entries = extract();
  let whole = false;
  entries.on('entry', (header, content, next) => {
    if (header.name === END) whole = true;
    if (header.type !== 'file') content.resume();
    extractEntry(folder, header, content).then(() => next(), next);
  });
  try {
    await pipeline(createReadStream(archive), createGunzip(), entries);
  } catch (error) {
    if (error instanceof OperatorError || isSystemError(error)) throw error;
    throw new OperatorError(`${archive} is not a backup, or it is damaged.`);
  }
  if (!whole) throw new OperatorError(`${archive} is not a backup, or it is incomplete.`);
}

async function extractEntry(folder: string, { name, type }: Header, content: AsyncIterable<unknown>) {
  if (
    name.split('/').some((part) => part === '..' || part === '') ||
    !['file', 'directory'].includes(type ?? '')
  )
    throw new OperatorError(`The archive contains an entry that doesn't belong in a backup: ${name}`);
  const path = join(folder, name);
  if (type === 'directory') {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await pipeline(content as AsyncIterable<Uint8Array>, createWriteStream(path, { mode: 0o600 }));
}

/**
 * Reads the first `size` bytes of a file. If the file has become shorter, pads the result with zeros, because
 * PostgreSQL restores the missing bytes from its write-ahead log.
 */
async function* readExactly(path: string, size: number): AsyncGenerator<Uint8Array> {
  let missing = size;
  if (size > 0)
    for await (const piece of createReadStream(path, { end: size - 1 })) {
      missing -= piece.length;
      yield piece;
    }
  for (; missing > 0; missing -= MAX_PIECE_BYTES) yield Buffer.alloc(Math.min(missing, MAX_PIECE_BYTES));
}

/** Renames a file after its content is durable on disk. */
async function renameDurably(from: string, to: string): Promise<void> {
  const file = await open(from, 'r+');
  await file.sync();
  await file.close();
  await chmod(from, 0o600);
  await rename(from, to);
}

const isSystemError = (error: unknown) => typeof (error as NodeJS.ErrnoException).syscall === 'string';

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
