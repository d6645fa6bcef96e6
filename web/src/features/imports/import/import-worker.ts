import { type Choices, readFile } from '@/entities/statement-file/imports/recognize';

/** Reads files beside the page, so that it can be scrolled and left meanwhile. */
addEventListener('message', ({ data }: MessageEvent<{ id: number; bytes: Uint8Array; choices: Choices }>) => {
  const { id, bytes, choices } = data;
  try {
    postMessage({ id, recognized: readFile(bytes, choices) });
  } catch (error) {
    postMessage({ id, failure: String(error) });
  }
});
