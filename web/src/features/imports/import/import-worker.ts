import { type Choices, readFile } from '@/entities/statement-file/imports/recognize';

/** Reads files in a worker, so that the page stays responsive. */
addEventListener('message', ({ data }: MessageEvent<{ id: number; bytes: Uint8Array; choices: Choices }>) => {
  const { id, bytes, choices } = data;
  try {
    postMessage({ id, recognized: readFile(bytes, choices) });
  } catch (error) {
    postMessage({ id, failure: String(error) });
  }
});
