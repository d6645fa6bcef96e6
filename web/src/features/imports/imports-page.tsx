import { useQuery } from '@tanstack/react-query';
import { FileText, FileUp, ListChecks, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { whyNoStatement } from '@/entities/statement-file/imports/foreign-files';
import { TransactionTabs } from '@/entities/transaction/transaction-tabs';
import { formatTextDate } from '@/lib/dates';
import { useLatestSignal } from '@/lib/use-latest-signal';
import { Problem } from '@/ui/alert-box';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { ExampleRows } from '@/ui/examples';
import { DropArea, useFilePicker } from '@/ui/forms/files';
import { BackLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { WorkProgress } from '@/ui/work-progress';
import { type ChosenFile, ImportFlow } from './import/import-flow';
import { ImportReport, UndoImport } from './import/import-report';
import { readInBackground } from './import/read-in-background';
import { recallMapping } from './import/saved-mappings';
import { type Import, importQueries } from './queries';

/** Renders the steps to import a statement from another bank: file, mapping, preview, and report. */
export default function ImportsPage() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [search, setSearch] = useSearchParams();
  const report = search.get('report');
  function showReport(id: string | null) {
    setChosen(null);
    setSearch(id ? { report: id } : {}, { replace: false });
  }
  return (
    <Page
      title={report ? 'Import results' : 'Import transactions'}
      docked={false}
      above={report && <BackLink to="/transactions/import">Import transactions</BackLink>}
      tabs={!report && <TransactionTabs current="/transactions/import" />}
    >
      {report ? (
        <ImportReport importId={report} />
      ) : chosen ? (
        <ImportFlow
          key={chosen.key}
          chosen={chosen}
          wantedTarget={search.get('account') ?? search.get('card')}
          onDone={showReport}
          onCancel={() => setChosen(null)}
        />
      ) : (
        <>
          <FileDrop onChosen={setChosen} />
          <PastImports />
        </>
      )}
    </Page>
  );
}

const LARGEST_FILE_BYTES = 20_000_000;

function FileDrop({ onChosen }: { onChosen: (file: ChosenFile) => void }) {
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const startReading = useLatestSignal();

  async function read(file: File | undefined) {
    if (!file) return;
    const signal = startReading();
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
      const first = await readInBackground(bytes, {}, signal);
      const savedMapping = first.csv ? recallMapping(first.csv.table, first.csv.mapping) : null;
      const recognized = savedMapping
        ? await readInBackground(bytes, { mapping: savedMapping }, signal)
        : first;
      if (signal.aborted) return;
      onChosen({
        key: crypto.randomUUID(),
        name: file.name,
        bytes,
        recognized,
        isKnown: savedMapping !== null,
      });
    } catch {
      if (!signal.aborted) setProblem("We couldn't open this file. Choose it again.");
    } finally {
      if (!signal.aborted) setReading(false);
    }
  }
  const picker = useFilePicker({
    label: 'Statement file',
    accept:
      '.csv,.tsv,.tab,.txt,.ofx,.qfx,.qif,.json,.xml,.sta,.mta,.940,text/csv,text/xml,application/x-ofx,application/vnd.intu.qfx',
    onFiles: ([file]) => void read(file),
  });

  return (
    <div>
      <DropArea
        label="Statement upload"
        onFiles={([file]) => void read(file)}
        className="grid grid-cols-1 items-center gap-x-16 gap-y-8 rounded-3 border border-line-strong border-dashed p-5 md:p-6 lg:grid-cols-2"
        overClassName="border-accent! bg-accent-soft"
      >
        <div className="flex flex-col items-start gap-4">
          <FileUp className="size-6 text-ink-2" />
          <div className="max-w-140">
            <h2 className="text-lg">Statement from another bank</h2>
            <p className="mt-1 text-ink-2">
              Drop a CSV, OFX, QFX, QIF, camt, or MT940 file here, for an account or a card. You'll review
              every transaction before it posts, and you can undo the import.
            </p>
            <p className="mt-2 text-ink-3 text-sm">
              Banks offer this file on the account's page, usually as “Download” or “Export”.
            </p>
          </div>
          <Button variant="primary" busy={isReading} onClick={picker.open}>
            Choose file
          </Button>
          {picker.field}
        </div>
        <ImportSteps />
      </DropArea>
      <WorkProgress runs={isReading} text="Reading file" />
      <Problem fact="We couldn't read the file." className="mt-4">
        {problem}
      </Problem>
    </div>
  );
}

const STEPS = [
  { icon: FileText, title: 'Your file', text: 'We recognize the bank, the dates, and the amounts.' },
  { icon: ListChecks, title: 'Review', text: 'Duplicates are left out. You decide about each transaction.' },
  {
    icon: ReceiptText,
    title: 'In your transactions',
    text: 'The balance matches the statement. Undo it anytime.',
  },
] as const;

/** Renders what happens with a file, from the file to the transactions. */
function ImportSteps() {
  return (
    <ol aria-label="What happens with your file">
      {STEPS.map(({ icon: Icon, title, text }, index) => (
        <li key={title} className="flex gap-4">
          <div aria-hidden className="flex flex-col items-center">
            <span className="grid size-10 place-items-center rounded-full bg-accent-soft text-accent-ink">
              <Icon className="size-5" />
            </span>
            {index < STEPS.length - 1 && (
              <span className="flex-1 border-line-strong border-l border-dashed" />
            )}
          </div>
          <div className={index < STEPS.length - 1 ? 'pb-5' : undefined}>
            <p className="font-medium">{title}</p>
            <p className="text-ink-2 text-sm">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function PastImports() {
  const imports = useQuery(importQueries.list());
  const accounts = useQuery(accountQueries.list()).data;
  const cards = useQuery(creditCardQueries.list()).data;
  const getName = ({ account_id, card_id }: Import) =>
    card_id
      ? (cards?.find(({ id }) => id === card_id)?.name ?? 'Card')
      : (accounts?.find(({ id }) => id === account_id)?.name ?? 'Account');
  return (
    <Section title="Past imports" className="mt-12">
      <Loaded from={imports} failure="We couldn't load your imports." rows={3}>
        {(data) =>
          data.length === 0 ? (
            <>
              <p className="font-medium">No imports yet</p>
              <p className="mb-4 text-ink-2">Each import stays here, with a button to undo it.</p>
              <ExampleRows
                rows={[
                  { title: 'checking-2026-03.csv', detail: 'Everyday Checking, 48 imported', end: 'Undo' },
                ]}
              />
            </>
          ) : (
            <ul aria-label="Past imports" className="divide-y divide-line border-line border-y">
              {data.map((statementImport) => (
                <li key={statementImport.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                  <div className="min-w-0 flex-1 basis-60">
                    <Link
                      to={`/transactions/import?report=${statementImport.id}`}
                      className="block truncate font-medium hover:underline"
                    >
                      {statementImport.file_name}
                    </Link>
                    <p className="text-ink-3 text-sm">
                      {formatTextDate(statementImport.imported_at)} · {getName(statementImport)} ·{' '}
                      {statementImport.posted.toLocaleString('en-US')} imported
                      {statementImport.left_out > 0 &&
                        `, ${statementImport.left_out.toLocaleString('en-US')} skipped`}
                    </p>
                  </div>
                  {statementImport.undone_at ? (
                    <Badge>Undone</Badge>
                  ) : (
                    <UndoImport statementImport={statementImport} size="sm" />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
