import type { ScenarioProblem } from '@engine/scenarios/file.ts';
import { parseScenario } from '@engine/scenarios/file.ts';
import { LARGEST_SCENARIO_FILE } from '@engine/scenarios/scenario.ts';
import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { ImportDialog } from './import-dialog';
import type { ScenarioFile } from './shipped-scenarios';

export type Chosen = { name: string } & ({ file: ScenarioFile } | { problems: readonly ScenarioProblem[] });

/** Imports a scenario file that is dropped on the catalog or chosen. Shows it before saving it. */
export function ImportArea({ children }: { children: (button: ReactNode) => ReactNode }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);

  async function read(file: File | undefined) {
    if (!file) return;
    setReading(true);
    const found = await readScenarioFile(file);
    setReading(false);
    setChosen({ name: file.name, ...found });
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button.
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
      className={classNames('flex flex-1 flex-col', isOver && 'bg-accent-soft')}
    >
      {children(
        <Button busy={isReading} onClick={() => input.current?.click()}>
          <FileUp aria-hidden className="size-4" strokeWidth={1.5} />
          Import scenario…
        </Button>,
      )}
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="Scenario file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // Allows choosing the same file again.
          target.value = '';
        }}
      />
      {chosen && <ImportDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

type Read = { file: ScenarioFile } | { problems: readonly ScenarioProblem[] };

const refused = (words: string): Read => ({ problems: [{ path: '', words }] });

/** Parses the file as a scenario, or lists its problems. */
async function readScenarioFile(chosen: File): Promise<Read> {
  // Larger files aren't read.
  if (chosen.size > LARGEST_SCENARIO_FILE)
    return refused('The file is too large. Scenario files can be up to 256 kB.');
  let text: string;
  try {
    // Keeps the exact bytes for exporting the file.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await chosen.arrayBuffer());
  } catch {
    return refused("We couldn't read this file as UTF-8 text.");
  }
  const read = parseScenario(text);
  return 'pack' in read ? { file: { pack: read.pack, text } } : read;
}
