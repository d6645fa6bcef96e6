import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEvents } from './events.ts';
import type { StreamEvent } from './parts.ts';

const SENT: StreamEvent[] = [
  { event: 'started', conversation: 'c', message: 'm' },
  { event: 'part', part: { kind: 'text', text: 'You spent €12.00.\nAnd “more”.' } },
  { event: 'done', message: 'm' },
];

function getStream(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

async function allOf(body: ReadableStream<Uint8Array>): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

test.each(['\n', '\r\n', '\r'])(
  'a reader gets the same events wherever their bytes are split, with lines ending in %j',
  async (end) => {
    const text = `: hello${end}${end}${SENT.map((event) => `id: 1${end}data: ${JSON.stringify(event)}${end}${end}`).join('')}`;
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (cuts) => {
        const at = [0, ...cuts.toSorted((left, right) => left - right), bytes.length];
        const pieces = at.slice(1).map((to, index) => bytes.slice(at[index], to));
        expect(await allOf(getStream(pieces))).toEqual(SENT);
      }),
      { numRuns: 60 },
    );
  },
);

test('a reader gets the last event of a stream without a final empty line', async () => {
  const bytes = new TextEncoder().encode(`data:${JSON.stringify(SENT[2])}`);
  expect(await allOf(getStream([bytes]))).toEqual([SENT[2]]);
});
