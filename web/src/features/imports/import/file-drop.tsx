import { FileUp } from 'lucide-react';
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';
import { whyNoStatement } from '@/entities/statement-file/imports/foreign-files';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { WorkProgress } from '@/ui/work-progress';
import type { ChosenFile } from './import-flow';
import { readInBackground } from './read-in-background';
import { recallMapping } from './saved-mappings';

const LARGEST_FILE_BYTES = 20_000_000;

/** Lets the customer choose or drop a file, and reads it. */
export function FileDrop({ onChosen }: { onChosen: (file: ChosenFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function read(file: File | undefined) {
    if (!file) return;
    setProblem(null);
    if (file.size > LARGEST_FILE_BYTES) {
      setProblem('Files can be up to 20 MB. Export a shorter period from your bank.');
      return;
    }
    setReading(true);
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const refused = whyNoStatement(bytes);
      if (refused) {
        setProblem(refused);
        return;
      }
      const first = await readInBackground(bytes);
      const known = first.csv ? recallMapping(first.csv.table, first.csv.mapping) : null;
      const recognized = known ? await readInBackground(bytes, { mapping: known }) : first;
      onChosen({ key: crypto.randomUUID(), name: file.name, bytes, recognized, isKnown: known !== null });
    } catch {
      setProblem("We couldn't open this file. Choose it again.");
    } finally {
      setReading(false);
    }
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  }
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    void read(file).finally(() => {
      // Allows choosing the same file again.
      target.value = '';
    });
  }

  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside is the alternative to dropping */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={classNames(
          'flex flex-col items-start gap-4 rounded-3 border border-dashed p-6 md:p-10',
          isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
        )}
      >
        <FileUp aria-hidden className="size-6 text-ink-2" strokeWidth={1.5} />
        <div className="max-w-140">
          <h2 className="text-lg">Statement from another bank</h2>
          <p className="mt-1 text-ink-2">
            Drop a CSV, OFX, QFX, or QIF file here. You'll review every transaction before it posts, and you
            can undo the import.
          </p>
        </div>
        <Button variant="primary" busy={isReading} onClick={() => input.current?.click()}>
          Choose file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.ofx,.qfx,.qif,.json,text/csv,application/x-ofx,application/vnd.intu.qfx"
          aria-label="Statement file"
          tabIndex={-1}
          className="sr-only"
          onChange={choose}
        />
      </div>
      <WorkProgress runs={isReading} words="Reading file" />
      <div role="status" className="mt-4 empty:hidden">
        {problem && (
          <AlertBox kind="negative" fact="We couldn't read the file.">
            {problem}
          </AlertBox>
        )}
      </div>
    </div>
  );
}
