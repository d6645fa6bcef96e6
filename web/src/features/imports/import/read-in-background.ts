import { type Choices, type Recognized, readFile } from '@/entities/statement-file/imports/recognize';
import { createWorkerRunner } from '@/lib/workers/worker-runs';
import type { FileReading } from './import-worker';

/** Smaller files are read without a worker, because starting a worker takes longer than reading the file. */
const READ_AT_ONCE_BYTES = 100_000;

const readInWorker = createWorkerRunner<FileReading, Recognized>(
  () => new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' }),
  async ({ bytes, choices }) => readFile(bytes, choices),
);

/**
 * Reads a file. Large files are read in a worker. Throws if the worker fails, or if the signal is already aborted.
 * If the signal is aborted during the reading, the worker is terminated and the promise never settles.
 */
export async function readInBackground(
  bytes: Uint8Array,
  choices: Choices,
  signal: AbortSignal,
): Promise<Recognized> {
  signal.throwIfAborted();
  if (bytes.length < READ_AT_ONCE_BYTES) return readFile(bytes, choices);
  return readInWorker({ bytes, choices }, { signal });
}
