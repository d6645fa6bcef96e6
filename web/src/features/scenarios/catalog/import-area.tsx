import { parseScenario, type ScenarioProblem } from '@engine/scenarios/file.ts';
import { LARGEST_SCENARIO_FILE, type Scenario } from '@engine/scenarios/scenario.ts';
import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { SCENARIOS_PATH } from '@/entities/scenario/scenario-run';
import { getOpening } from '@/entities/scenario/scenario-text';
import { formatCount } from '@/lib/count';
import { useSharedText } from '@/lib/navigation/use-shared-text';
import { toast } from '@/lib/toast';
import { AlertBox, Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { DropArea, useFilePicker } from '@/ui/forms/files';
import { Dialog } from '@/ui/overlays/dialog';
import { scenarioMutations } from '../mutations';
import { formatScenario } from '../scenario-text';
import type { ScenarioFile } from '../scenarios';
import { Holdings } from './scenario-page';

export type Chosen = { name: string } & ({ file: ScenarioFile } | { problems: readonly ScenarioProblem[] });

/**
 * Imports a scenario file that the customer chooses or drops on the catalog. Shows the scenario before saving
 * it.
 */
export function ImportArea({ children }: { children: (button: ReactNode) => ReactNode }) {
  const [isReading, setReading] = useState(false);
  const [chosen, setChosen] = useState<Chosen | null>(null);

  async function read(file: File | undefined) {
    if (!file) return;
    setReading(true);
    const result = await readScenarioFile(file);
    setReading(false);
    setChosen({ name: file.name, ...result });
  }
  useScenarioLink(setChosen);
  const picker = useFilePicker({
    label: 'Scenario file',
    accept: 'application/json,.json',
    onFiles: ([file]) => void read(file),
  });

  return (
    <DropArea
      label="Scenarios"
      onFiles={([file]) => void read(file)}
      className="flex flex-1 flex-col"
      overClassName="bg-accent-soft"
    >
      {children(
        <Button busy={isReading} onClick={picker.open}>
          <FileUp className="size-4" />
          Import scenario…
        </Button>,
      )}
      {picker.field}
      {chosen && <ImportDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </DropArea>
  );
}

/** Opens the scenario in the URL's hash, from a link that someone shared. */
function useScenarioLink(onRead: (chosen: Chosen) => void): void {
  const navigate = useNavigate();
  useSharedText((text) => {
    const read = text === null ? refused('This link is damaged. Ask for a new one.') : parseText(text);
    onRead({ name: 'From a link', ...read });
    void navigate(SCENARIOS_PATH, { replace: true });
  });
}

type Read = { file: ScenarioFile } | { problems: readonly ScenarioProblem[] };

const refused = (text: string): Read => ({ problems: [{ path: '', text }] });

/** Parses the file as a scenario. Returns a list of problems if the file is invalid. */
async function readScenarioFile(chosen: File): Promise<Read> {
  if (chosen.size > LARGEST_SCENARIO_FILE)
    return refused('The file is too large. Scenario files can be up to 256 KB.');
  let text: string;
  try {
    // Keeps the byte order mark, so that an export of the file has the same bytes.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await chosen.arrayBuffer());
  } catch {
    return refused("We couldn't read this file. Save it as UTF-8 text and try again.");
  }
  return parseText(text);
}

function parseText(text: string): Read {
  const read = parseScenario(text);
  return 'pack' in read ? { file: { pack: read.pack, text } } : read;
}

/** Renders the contents of a scenario file, or its problems. */
export function ImportDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  if ('problems' in chosen)
    return (
      <Dialog wide onClose={onClose} title="We can't import this file yet" description={chosen.name}>
        <Problems problems={chosen.problems} />
        <div className="mt-6 flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog wide onClose={onClose} title={chosen.file.pack.title} description={chosen.name}>
      <Preview pack={chosen.file.pack} />
      <Keep file={chosen.file} onClose={onClose} />
    </Dialog>
  );
}

const MOST_SHOWN = 12;

function Problems({ problems }: { problems: readonly ScenarioProblem[] }) {
  const more = problems.length - MOST_SHOWN;
  return (
    <>
      <AlertBox kind="negative" fact="Nothing was imported.">
        Fix {formatCount(problems.length, 'problem')} first.
      </AlertBox>
      <ul aria-label="Problems to fix" className="mt-4 divide-y divide-line border-line border-y">
        {problems.slice(0, MOST_SHOWN).map(({ path, text }) => (
          <li key={`${path} ${text}`} className="py-2.5">
            {path && <code className="block break-all text-ink-3 text-sm">{path}</code>}
            <span className="break-words">{text}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-ink-3 text-sm">and {more} more</p>}
    </>
  );
}

function Preview({ pack }: { pack: Scenario }) {
  const { you, objectives, losing } = getOpening(pack);
  return (
    <>
      <p className="text-ink-2">{pack.teaches}</p>
      <p className="mt-1 text-ink-3 text-sm">
        {formatScenario(pack)} · by {pack.author}, {pack.license}
      </p>
      <h3 className="mt-6 font-semibold">Starting position</h3>
      <p className="mt-1 text-ink-2">{you}</p>
      <Holdings pack={pack} />
      <h3 className="mt-6 font-semibold">Goals</h3>
      <ul aria-label="Goals" className="mt-1 list-disc pl-5 text-ink-2">
        {objectives.map(({ id, text, required }) => (
          <li key={id}>
            {text}
            {!required && ' (bonus star)'}
          </li>
        ))}
      </ul>
      {losing.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">Game over if</h3>
          <ul aria-label="Game over if" className="mt-1 list-disc pl-5 text-ink-2">
            {losing.map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-4 text-ink-2 text-sm">We'll add it to your scenarios. Your bank doesn't change.</p>
    </>
  );
}

function Keep({ file, onClose }: { file: ScenarioFile; onClose: () => void }) {
  const { mutateAsync, isPending, error } = useMutation(scenarioMutations.keep);
  const navigate = useNavigate();
  async function keep() {
    const id = await mutateAsync(file.text);
    toast.success(`“${file.pack.title}” added to your scenarios`);
    onClose();
    await navigate(`${SCENARIOS_PATH}/own/${id}`);
  }
  return (
    <>
      <Problem fact="We couldn't import the scenario." className="mt-5">
        {error && (getRefusalMessage(error, 'USD') ?? 'Nothing was imported. Try again.')}
      </Problem>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="primary" onClick={() => void keep().catch(() => {})} busy={isPending}>
          {error ? 'Try again' : 'Import scenario'}
        </Button>
      </div>
    </>
  );
}
