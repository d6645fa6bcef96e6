import type { ScenarioProblem } from '@engine/scenarios/file.ts';
import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { ImportDialog } from './import-dialog';
import { readScenarioFile } from './read-scenario-file';
import type { ScenarioFile } from './shipped-scenarios';

export type Chosen = { name: string } & ({ file: ScenarioFile } | { problems: readonly ScenarioProblem[] });

/** A story's file may be dropped anywhere on the shelf, or chosen with the button. It is looked at before it is kept. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first.
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
          // The same file can be chosen once more.
          target.value = '';
        }}
      />
      {chosen && <ImportDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}
