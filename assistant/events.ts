import type { StreamEvent } from './parts.ts';

/**
 * Parses the complete events of a server-sent stream and returns them with the unparsed rest of the text.
 * Skips comments and fields other than `data`, and accepts all three line endings (WHATWG HTML, 9.2.6).
 */
export function eventsIn(text: string): { events: StreamEvent[]; rest: string } {
  // A trailing carriage return can be the first half of a line ending.
  const held = text.endsWith('\r') ? '\r' : '';
  const blocks = text
    .slice(0, text.length - held.length)
    .replace(/\r\n?/g, '\n')
    .split('\n\n');
  const rest = (blocks.pop() ?? '') + held;
  return { events: blocks.flatMap(getEvent), rest };
}

function getEvent(block: string): StreamEvent[] {
  const data = block
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).replace(/^ /, ''))
    .join('\n');
  return data === '' ? [] : [JSON.parse(data) as StreamEvent];
}

/** Yields the events of a stream as they arrive. Throws an error if the connection fails. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let waiting = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const { events, rest } = eventsIn(waiting + (done ? '\n\n' : decoder.decode(value, { stream: true })));
      waiting = rest;
      yield* events;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
