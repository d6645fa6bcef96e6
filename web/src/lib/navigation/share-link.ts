/** The largest text that a link can hold, in characters of the link. Longer links break in many apps. */
const LONGEST_CODE = 16_000;
/** The largest text that is read from a link, which protects against links that expand to gigabytes. */
const LARGEST_TEXT_BYTES = 256 * 1024;
const PARAMETER = 'shared=';

/**
 * Returns a link to a page of this site that contains a compressed text. The text is after the `#`, so browsers
 * don't send it to the server. Returns null if the text is too long for a link.
 */
export async function createShareLink(path: string, text: string): Promise<string | null> {
  const compressed = toStream(text).pipeThrough(new CompressionStream('deflate-raw'));
  const code = toBase64Url(new Uint8Array(await new Response(compressed).arrayBuffer()));
  return code.length > LONGEST_CODE ? null : `${location.origin}${path}#${PARAMETER}${code}`;
}

/** Returns the code in the hash of a link, such as `#shared=…`; null if there is none. */
export const getSharedCode = (hash: string): string | null =>
  hash.startsWith(`#${PARAMETER}`) ? hash.slice(1 + PARAMETER.length) : null;

/** Returns the text of a link's code; null if it is damaged or too large. */
export async function readSharedCode(code: string): Promise<string | null> {
  try {
    const bytes = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    return await readLimited(toStream(bytes).pipeThrough(new DecompressionStream('deflate-raw')));
  } catch {
    return null;
  }
}

async function readLimited(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string | null> {
  const reader = stream.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  let size = 0;
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    size += part.value.length;
    if (size > LARGEST_TEXT_BYTES) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Returns the bytes of a text in UTF-8, or bytes, as a stream. */
function toStream(content: string | Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Response(content).body ?? new ReadableStream();
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
