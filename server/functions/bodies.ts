import { withTimeout } from '../lib/timing.ts';

/** The reason why a stream ended early. */
export class BodyError extends Error {
  override name = 'BodyError';
  constructor(
    readonly reason: 'too large' | 'idle',
    message: string,
  ) {
    super(message);
  }
}

export type Body = ReadableStream<Uint8Array>;

/** Passes a body through. Fails if it exceeds `largest` bytes. */
export function limitBodySize(body: Body, largest: number, tooLarge: () => void): Body {
  let size = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size <= largest) return controller.enqueue(chunk);
        tooLarge();
        controller.error(new BodyError('too large', `The body is larger than ${largest} bytes.`));
      },
    }),
  );
}

/**
 * Passes a body through chunk by chunk. Fails if nothing arrives for `limitMs`. Calls `failed` if the body
 * ends abnormally. Cancels the writer if the reader disconnects.
 */
export function watchBody(body: Body, limitMs: number, failed: (error: unknown) => void): Body {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await withTimeout(reader.read(), limitMs, failForSilence);
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          failed(error);
          reader.cancel(error).catch(() => {});
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function failForSilence(): never {
  throw new BodyError('idle', 'The function stopped sending data.');
}
