import { SCHEMA_FILE } from '@engine/household/file-upgrade.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import type { FileContents } from '@/entities/household/household-file';
import { download, readFile } from '@/entities/household/household-file';
import { ReplaceDialog } from '@/entities/household/replace-dialog';
import { checkpointMutations } from '@/features/checkpoints/mutations';
import { ResetDemo } from '@/features/checkpoints/reset-demo';
import { formatCount } from '@/lib/count';
import { formatListDate, formatTextDate, getDay } from '@/lib/dates';
import { useScrollToHash } from '@/lib/navigation/use-scroll-to-hash';
import { useCustomer } from '@/lib/session';
import { Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { useFilePicker } from '@/ui/forms/files';
import { Review, ReviewLine } from '@/ui/forms/review';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { DeleteAccount } from './delete-account';
import { ExportEverything } from './export-everything';
import { LedgerAudit } from './ledger-audit';

/** Renders the ledger audit, export and import, and account deletion. */
export function DataSection() {
  const user = useCustomer();
  const { data: customer, error } = useQuery(customerQueries.me());
  useScrollToHash(customer !== undefined);
  return (
    <div>
      <Section title="Your books" id="books">
        <LedgerAudit timeZone={customer?.time_zone} />
      </Section>
      <Section title="Export your data" id="export">
        <ExportEverything />
        {customer ? (
          <div className="mt-8">
            <HouseholdFiles timeZone={customer.time_zone} today={customer.now} />
          </div>
        ) : (
          !error && <SkeletonRows rows={2} />
        )}
      </Section>
      {customer && (
        <Section title="Start over">
          <ResetDemo customer={customer} />
        </Section>
      )}
      {!user.is_anonymous && (
        <Section title="Delete account" id="leaving">
          <DeleteAccount />
        </Section>
      )}
    </div>
  );
}

function HouseholdFiles({ timeZone, today }: { timeZone: string; today: string }) {
  const { mutate: read, isPending } = useMutation(checkpointMutations.read);
  const [chosen, setChosen] = useState<Import | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isReading, setReading] = useState(false);
  const save = () =>
    read(null, {
      onSuccess: (household) => download(household, `sandbank-${getDay(today, timeZone)}.json`),
    });
  async function choose(file: File) {
    setProblem(null);
    setReading(true);
    const parsed = await readFile(file);
    setReading(false);
    if ('problem' in parsed) setProblem(parsed.problem);
    else setChosen({ name: file.name, ...parsed });
  }
  const picker = useFilePicker({
    label: 'Household file',
    accept: 'application/json,.json',
    onFiles: ([file]) => file && void choose(file),
  });
  return (
    <div>
      <h3 className="font-semibold">Files</h3>
      <p className="mt-1 mb-4 max-w-170 text-ink-2">
        Download your household as one file. You can import it here, in another copy of Sandbank, or as a
        different customer. Its format is documented in a{' '}
        <a href={`/${SCHEMA_FILE}`} target="_blank" rel="noreferrer" className="text-link">
          JSON Schema
        </a>
        .
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={save} busy={isPending}>
          Download bank
        </Button>
        <Button onClick={picker.open} busy={isReading}>
          Import a file…
        </Button>
        {picker.field}
      </div>
      <Problem fact="Nothing was imported." className="mt-4 max-w-170">
        {problem}
      </Problem>
      {chosen && <ImportDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

type Import = { name: string; file: object; contents: FileContents };

const MOST_ACCOUNTS_SHOWN = 5;

function ImportDialog({ chosen, onClose }: { chosen: Import; onClose: () => void }) {
  const { name, file, contents } = chosen;
  const { accounts, clock, timeZone, cards, debts, rules, entries, firstAt } = contents;
  const counts = [
    { number: cards, word: 'card' },
    { number: debts, word: 'loan' },
    { number: rules, word: 'rule' },
  ];
  const others = counts.flatMap(({ number, word }) => (number > 0 ? [formatCount(number, word)] : []));
  return (
    <ReplaceDialog
      title="Import this bank?"
      mutation={checkpointMutations.takeIn}
      request={{ file }}
      verb="Import bank"
      working="Saving your bank and importing the file"
      done="Bank imported"
      failed="We couldn't import the file."
      onClose={onClose}
    >
      <p className="mb-3 break-words text-ink-2 text-sm">{name}</p>
      <Review>
        <ReviewLine label="New date">{formatListDate(clock, timeZone)}</ReviewLine>
        {accounts.slice(0, MOST_ACCOUNTS_SHOWN).map((account) => (
          <ReviewLine key={account.id} label={account.name}>
            <Money amount={account.balance} currency={account.currency} />
          </ReviewLine>
        ))}
        {accounts.length > MOST_ACCOUNTS_SHOWN && (
          <ReviewLine label="More accounts">{accounts.length - MOST_ACCOUNTS_SHOWN}</ReviewLine>
        )}
        {others.length > 0 && <ReviewLine label="Also">{others.join(', ')}</ReviewLine>}
        <ReviewLine label="Ledger entries">
          {entries.toLocaleString('en-US')}
          {firstAt && ` since ${formatTextDate(firstAt, timeZone)}`}
        </ReviewLine>
      </Review>
      <p className="mt-4 text-ink-2 text-sm">
        We'll save your current bank as a checkpoint, then import and check the file. If the file doesn't
        balance, nothing changes.
      </p>
    </ReplaceDialog>
  );
}
