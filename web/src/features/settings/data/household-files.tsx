import { useMutation } from '@tanstack/react-query';
import { type ChangeEvent, useRef, useState } from 'react';
import { getDay } from '@/lib/dates';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { checkpointMutations } from '../time/checkpoint-mutations';
import { download, readFile } from './household-file';
import { type Import, ImportDialog } from './import-dialog';

/** Exports and imports the household as a file. */
export function HouseholdFiles({ timeZone, today }: { timeZone: string; today: string }) {
  const { mutate: read, isPending } = useMutation(checkpointMutations.read);
  const [chosen, setChosen] = useState<Import | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const save = () =>
    read(null, {
      onSuccess: (household) => download(household, `sandbank-${getDay(today, timeZone)}.json`),
    });
  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    setProblem(null);
    setReading(true);
    const found = await readFile(file);
    setReading(false);
    // Allows choosing the same file again.
    target.value = '';
    if ('problem' in found) setProblem(found.problem);
    else setChosen({ name: file.name, ...found });
  }
  return (
    <div>
      <h3 className="font-semibold">Files</h3>
      <p className="mt-1 mb-4 max-w-170 text-ink-2">
        Download your whole bank as one file. Import it here, in another Sandbank, or as a different customer.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={save} busy={isPending}>
          Download bank
        </Button>
        <Button onClick={() => input.current?.click()} busy={isReading}>
          Import a file…
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label="Household file"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => void choose(event)}
        />
      </div>
      <div role="status" className="mt-4 max-w-170 empty:hidden">
        {problem && (
          <AlertBox kind="negative" fact="Nothing was imported.">
            {problem}
          </AlertBox>
        )}
      </div>
      {chosen && <ImportDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}
