import { LARGEST_PACK } from '@engine/pack.ts';
import { type PackProblem, readPack } from '@engine/pack-file.ts';
import type { PackFile } from './shipped-packs';

/** Reads what the customer chose: a story, or what has to be mended, place by place. */
export async function readPackFile(chosen: File): Promise<{ file: PackFile } | { problems: PackProblem[] }> {
  // A larger one is not read at all.
  if (chosen.size > LARGEST_PACK)
    return { problems: [{ path: '', words: 'The file is larger than 256 kB, as large as a pack may be.' }] };
  const text = await chosen.text();
  const read = readPack(text);
  return 'pack' in read ? { file: { pack: read.pack, text } } : read;
}
