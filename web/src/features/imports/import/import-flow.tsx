import { absMinor, fromMinor, type Minor, ZERO } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { accountQueries, isUsable } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { customerQueries } from '@/entities/customer/queries';
import type { CsvMapping } from '@/entities/statement-file/imports/csv/csv-columns';
import type { DateOrder } from '@/entities/statement-file/imports/days';
import type { Recognized } from '@/entities/statement-file/imports/recognize';
import type { LineNote, Statement } from '@/entities/statement-file/imports/statement';
import { formatCount } from '@/lib/count';
import { BROWSER_TIME_ZONE, formatTextDate, getDay } from '@/lib/dates';
import { withKeys } from '@/lib/keys';
import { formatMoney } from '@/lib/money';
import { useLatestSignal } from '@/lib/use-latest-signal';
import { AlertBox, Problem } from '@/ui/alert-box';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { LabeledSelect } from '@/ui/forms/labeled';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { ColumnMapping } from './column-mapping';
import { type FileAnswers, FileQuestions, hasOpenQuestion } from './file-questions';
import { ImportStatement } from './import-statement';
import { readInBackground } from './read-in-background';

export type ChosenFile = {
  key: string;
  name: string;
  bytes: Uint8Array;
  recognized: Recognized;
  /** True if the columns match an earlier file. */
  isKnown: boolean;
};

type ImportFlowProps = {
  chosen: ChosenFile;
  /** The account or card that the customer came from. */
  wantedTarget: string | null;
  onDone: (importId: string) => void;
  onCancel: () => void;
};

/** Renders a parsed file, its column mapping, and the choice of what receives the transactions. */
export function ImportFlow({ chosen, wantedTarget, onDone, onCancel }: ImportFlowProps) {
  const [recognized, setRecognized] = useState(chosen.recognized);
  const [index, setIndex] = useState(0);
  const [answers, setAnswers] = useState<FileAnswers>({});
  const accounts = useQuery(accountQueries.list());
  const creditCards = useQuery(creditCardQueries.list());
  const me = useQuery(customerQueries.me()).data;
  const usable = useMemo(() => accounts.data?.filter(isUsable), [accounts.data]);
  const cards = useMemo(() => creditCards.data?.filter(({ closed_at }) => !closed_at), [creditCards.data]);
  const { read, csv } = recognized;
  const statement = read.statements[index] ?? read.statements[0];
  // The preview shows the transactions as they will appear. Before the answer, samples help to decide.
  const [hasAsked] = useState(() => hasOpenQuestion(chosen.recognized, {}));
  const isUnanswered = hasOpenQuestion(recognized, answers);
  const [readings, setReadings] = useState(0);
  const [isFailed, setFailed] = useState(false);
  const [targetId, setTargetId] = useState(wantedTarget);
  const startReading = useLatestSignal();
  /** Reads the file with other choices. */
  async function readAgain(choices: { mapping?: CsvMapping; order?: DateOrder }) {
    const signal = startReading();
    setFailed(false);
    try {
      const next = await readInBackground(chosen.bytes, choices, signal);
      if (signal.aborted) return;
      setRecognized(next);
      setIndex(0);
      setReadings((count) => count + 1);
    } catch {
      if (!signal.aborted) setFailed(true);
    }
  }
  function answer(next: FileAnswers) {
    setAnswers(next);
    const { order, isInverted } = next;
    const mapping = csv && {
      ...csv.mapping,
      ...(order && { order }),
      ...(isInverted !== undefined && { isInverted }),
    };
    void readAgain(mapping ? { mapping } : order ? { order } : {});
  }
  return (
    <div className="flex flex-col gap-10">
      <FileFacts
        name={chosen.name}
        recognized={recognized}
        action={
          <Button variant="ghost" size="sm" onClick={onCancel}>
            Choose another file
          </Button>
        }
      />
      <FileQuestions recognized={recognized} answers={answers} onAnswer={answer} />
      {(hasAsked || isUnanswered) && statement && <SampleRows statement={statement} />}
      {csv && (
        <ColumnMapping
          table={csv.table}
          mapping={csv.mapping}
          isKnown={chosen.isKnown}
          onChange={(mapping) => {
            setAnswers({});
            void readAgain({ mapping });
          }}
        />
      )}
      <Problem fact="We couldn't read the file again.">
        {isFailed ? 'Choose the file again to continue.' : null}
      </Problem>
      {read.statements.length > 1 && (
        <LabeledSelect
          label="Statement"
          hint="Import one account at a time. You can use the same file again for the next account."
          className="max-w-120"
          value={index}
          onChange={({ target }) => {
            setIndex(Number(target.value));
            setTargetId(wantedTarget);
          }}
        >
          {withKeys(read.statements, getStatementLabel).map(({ key, item }) => (
            <option key={key} value={read.statements.indexOf(item)}>
              {getStatementLabel(item)}
            </option>
          ))}
        </LabeledSelect>
      )}
      {!statement || statement.rows.length === 0 ? (
        <AlertBox kind="warning" fact="No transactions to import">
          {csv ? 'Check which columns contain the date and amount.' : 'See the lines above.'}
        </AlertBox>
      ) : !usable || !cards || !me ? (
        <Section title="Import to">
          <SkeletonRows rows={3} />
        </Section>
      ) : (
        <ImportStatement
          // The suggested fields of a new account depend on how the file was read.
          key={`${index}-${readings}`}
          statement={statement}
          accounts={usable}
          cards={cards}
          wantedTarget={targetId}
          onTarget={setTargetId}
          today={getDay(me.now, me.time_zone ?? BROWSER_TIME_ZONE)}
          baseCurrency={me.base_currency}
          fileName={chosen.name}
          format={read.format}
          csv={csv}
          isUnanswered={isUnanswered}
          onDone={onDone}
        />
      )}
    </div>
  );
}

const SAMPLE_ROWS = 3;

/** Renders the first transactions as they will appear in the account. */
function SampleRows({ statement: { rows, currency } }: { statement: Statement }) {
  const sound = rows.filter(({ problem }) => problem === null).slice(0, SAMPLE_ROWS);
  if (sound.length === 0) return null;
  return (
    <Section title="Sample transactions">
      <ul aria-label="Sample transactions" className="divide-y divide-line border-line border-y">
        {sound.map(({ line, day, amount, description, payee, category }) => (
          <li key={line} className="flex items-center gap-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{description || payee || 'No description'}</p>
              <p className="truncate text-ink-3 text-sm">
                {[day && formatTextDate(day), description && payee !== description && payee, category]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <span className={(amount ?? 0) < 0 ? undefined : 'text-positive'}>
              {currency ? (
                <Money amount={fromMinor(amount ?? ZERO)} currency={currency} signed />
              ) : (
                <span className="figures">{formatPlain(amount ?? ZERO)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Formats an amount without a currency, because the file doesn't name one. */
const formatPlain = (amount: Minor) =>
  `${amount < 0 ? '\u2212' : '+'}${formatMoney(fromMinor(absMinor(amount)), 'USD').slice(1)}`;

const getStatementLabel = ({ name, currency, rows, kind }: Statement) =>
  [name || (kind === 'card' ? 'Credit card' : 'Account'), currency, `${rows.length} rows`]
    .filter(Boolean)
    .join(' · ');

const FORMATS = {
  csv: 'CSV table',
  ofx: 'OFX statement',
  qif: 'QIF file',
  json: 'Sandbank export',
  camt: 'camt statement (ISO 20022)',
  mt940: 'MT940 statement',
} as const;
const DELIMITERS: Record<string, string> = { ';': 'semicolons', ',': 'commas', '\t': 'tabs', '|': 'bars' };
const MOST_NOTES_SHOWN = 200;

type FileFactsProps = { name: string; recognized: Recognized; action: ReactNode };

/** Renders the file's format and the lines that aren't transactions. */
function FileFacts({ name, recognized, action }: FileFactsProps) {
  const { read, encoding, csv } = recognized;
  const rows = read.statements.reduce((sum, statement) => sum + statement.rows.length, 0);
  const facts = [
    csv?.mapping.bank ?? FORMATS[read.format],
    csv && DELIMITERS[csv.table.delimiter] && `cells separated by ${DELIMITERS[csv.table.delimiter]}`,
    encoding,
    formatCount(rows, 'row'),
  ].filter(Boolean);
  return (
    <Section title={name} aside={action} className="break-words">
      <p className="text-ink-2">{facts.join(' · ')}</p>
      <Notes notes={read.notes} />
    </Section>
  );
}

function Notes({ notes }: { notes: readonly LineNote[] }) {
  const [isOpen, setOpen] = useState(
    notes.some(({ kind, text }) => kind === 'problem' || text.startsWith('Not posted')),
  );
  if (notes.length === 0) return null;
  const shown = notes.slice(0, MOST_NOTES_SHOWN);
  const isSkippedOnly = notes.every(({ kind }) => kind === 'skipped');
  return (
    <div className="mt-3">
      <Button
        size="sm"
        variant="ghost"
        className="-ml-3"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide' : 'Show'} {formatCount(notes.length, isSkippedOnly ? 'skipped line' : 'note')}
      </Button>
      {isOpen && (
        <ul
          aria-label={isSkippedOnly ? 'Skipped lines' : 'Notes'}
          className="mt-1 divide-y divide-line border-line border-y text-sm"
        >
          {withKeys(shown, ({ line, text }) => `${line} ${text}`).map(
            ({ key, item: { line, kind, text } }) => (
              <li key={key} className="flex gap-4 py-2">
                <span className="figures w-16 shrink-0 text-ink-3">Line {line}</span>
                <span className="min-w-0 flex-1 break-words text-ink-2">{text}</span>
                {kind === 'problem' && (
                  <span className="shrink-0">
                    <Badge tone="negative">Problem</Badge>
                  </span>
                )}
              </li>
            ),
          )}
          {notes.length > shown.length && (
            <li className="py-2 text-ink-3">
              And {(notes.length - shown.length).toLocaleString('en-US')} more.
            </li>
          )}
        </ul>
      )}
    </div>
  );
}
