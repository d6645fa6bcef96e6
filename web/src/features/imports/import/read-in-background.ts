import { type Choices, type Recognized, readFile } from '@/entities/statement-file/imports/recognize';

type Answer = { id: number; recognized: Recognized } | { id: number; failure: string };

/** Reading smaller files is faster than starting a worker. */
const READ_AT_ONCE_BYTES = 100_000;
let worker: Worker | null = null;
let lastId = 0;

/** Reads a file, in a worker if it is large. Throws only if the worker fails. */
export function readInBackground(bytes: Uint8Array, choices: Choices = {}): Promise<Recognized> {
  if (bytes.length < READ_AT_ONCE_BYTES || typeof Worker === 'undefined')
    return Promise.resolve(readFile(bytes, choices));
  worker ??= new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  const running = worker;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    const listen = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== id) return;
      running.removeEventListener('message', listen);
      if ('recognized' in data) resolve(data.recognized);
      else reject(new Error(data.failure));
    };
    running.addEventListener('message', listen);
    running.addEventListener('error', () => reject(new Error("We couldn't read the file.")), { once: true });
    running.postMessage({ id, bytes, choices });
  });
}
