import type { StreamEvent } from './parts.ts';

/**
 * The events that have come in whole, and what is left of the text for the next piece. Understands what servers may
 * send between them: comments, other fields, and any of the three line ends of the standard (WHATWG HTML, 9.2.6).
 */
export function eventsIn(text: string): { events: StreamEvent[]; rest: string } {
  // A return at the very end may be the half of one line end.
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

/** The events of a stream as they come. Ends with the stream; fails where the line fails. */
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
