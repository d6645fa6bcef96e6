import { parseScenario, type ScenarioProblem } from '@engine/scenarios/file.ts';
import { LARGEST_SCENARIO_FILE } from '@engine/scenarios/scenario.ts';
import type { ScenarioFile } from './shipped-scenarios';

type Read = { file: ScenarioFile } | { problems: readonly ScenarioProblem[] };

const refused = (words: string): Read => ({ problems: [{ path: '', words }] });

/** Reads what the customer chose: a story, or what has to be mended, place by place. */
export async function readScenarioFile(chosen: File): Promise<Read> {
  // A larger one is not read at all.
  if (chosen.size > LARGEST_SCENARIO_FILE)
    return refused('The file is too large. Scenario files can be up to 256 kB.');
  let text: string;
  try {
    // Every byte is kept, for it is given out again.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await chosen.arrayBuffer());
  } catch {
    return refused("We couldn't read this file as UTF-8 text.");
  }
  const read = parseScenario(text);
  return 'pack' in read ? { file: { pack: read.pack, text } } : read;
}
