import type { Readable } from 'node:stream';

export type Bytes = ReadableStream<Uint8Array>;

/** Converts a Node stream to a body with backpressure. Destroys the stream if the body is canceled. */
export const getBody = (source: Readable) => fromChunks(source, () => source.destroy());

/** Returns the chunks of a body. Leaving the loop early cancels the body. */
export const getChunks = (body: Bytes) => body as unknown as AsyncIterable<Uint8Array>;

/** Concatenates bodies. Opens each body after the previous one has been read. */
export function concatenate(bodies: readonly (() => Promise<Bytes>)[]): Bytes {
  const chunks = concatenateChunks(bodies);
  return fromChunks(chunks, () => chunks.return());
}

async function* concatenateChunks(bodies: readonly (() => Promise<Bytes>)[]) {
  for (const open of bodies) yield* getChunks(await open());
}

// Readable.toWeb in Node 20 raises uncaught errors if a client disconnects early.
function fromChunks(source: AsyncIterable<Uint8Array>, leave: () => unknown): Bytes {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await leave();
    },
  });
}
