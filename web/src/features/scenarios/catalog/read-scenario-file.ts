import { type PackProblem, readPack } from '@engine/scenarios/file.ts';
import { LARGEST_PACK } from '@engine/scenarios/scenario.ts';
import type { PackFile } from './shipped-scenarios';

type Read = { file: PackFile } | { problems: readonly PackProblem[] };

const refused = (words: string): Read => ({ problems: [{ path: '', words }] });

/** Reads what the customer chose: a story, or what has to be mended, place by place. */
export async function readPackFile(chosen: File): Promise<Read> {
  // A larger one is not read at all.
  if (chosen.size > LARGEST_PACK)
    return refused('The file is too large. Scenario files can be up to 256 kB.');
  let text: string;
  try {
    // Every byte is kept, for it is given out again.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await chosen.arrayBuffer());
  } catch {
    return refused("We couldn't read this file as UTF-8 text.");
  }
  const read = readPack(text);
  return 'pack' in read ? { file: { pack: read.pack, text } } : read;
}
