import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { entriesSince, entryTitle, getEntries, getParts } from '@/entities/card/entries';
import { type CardDispute, type CardEntry, creditCardQueries } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { PendingRows } from '@/entities/hold/pending-rows';
import { holdQueries } from '@/entities/hold/queries';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { withParameters } from '@/lib/navigation/search-parameters';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import { RowList } from '@/ui/row-list';
import { DisputeBadge, Disputes } from './disputes';
import { EntryDialog } from './entry-dialog';
import { EntryRow } from './entry-row';

const PAGE_ROWS = 60;

export function TransactionsPart({ view }: { view: CardView }) {
  const { card, zone, entries } = view;
  const [filter, change] = useEntryFilter();
  const [shown, setShown] = useState(PAGE_ROWS);
  const [search] = useSearchParams();
  const [opened, setOpened] = useState<CardEntry | null>(
    () => entries.find(({ id }) => String(id) === search.get('entry')) ?? null,
  );
  const { data: disputes = [] } = useQuery(creditCardQueries.disputes(card.id));
  const rows = filterEntries(view, filter);
  // Finds the latest dispute, because disputes are sorted latest first. A charge can be disputed again after
  // its dispute is withdrawn.
  const getDispute = (entry: CardEntry) => disputes.find(({ entry_id }) => entry_id === entry.id);
  const pending = useQuery(holdQueries.open()).data?.filter(({ card_id }) => card_id === card.id) ?? [];
  if (entries.length === 0 && pending.length === 0)
    return <EmptyState title="No charges yet">Make a charge and it will show up here.</EmptyState>;
  return (
    <>
      <Disputes view={view} disputes={disputes} />
      <EntryFilter view={view} filter={filter} rows={rows} onChange={change} />
      {!filter.q && !filter.category && ['', SINCE].includes(filter.statement) && (
        <PendingRows holds={pending} getCurrency={() => card.currency} isCharge />
      )}
      {rows.length === 0 ? (
        <EmptyState
          title="No transactions found."
          action={<Button onClick={() => change(EVERYTHING)}>Clear search</Button>}
        >
          Search by merchant or description.
        </EmptyState>
      ) : (
        <RowList label="Card transactions" className="mt-6">
          {rows.slice(0, shown).map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              currency={card.currency}
              zone={zone}
              withBalance
              note={getNote(getDispute(entry))}
              onClick={() => setOpened(entry)}
            />
          ))}
        </RowList>
      )}
      {rows.length > shown && (
        <Button className="mt-6" onClick={() => setShown(shown + PAGE_ROWS)}>
          Show {Math.min(PAGE_ROWS, rows.length - shown)} more
        </Button>
      )}
      {opened && (
        <EntryDialog
          view={view}
          entry={opened}
          dispute={getDispute(opened)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function getNote(dispute: CardDispute | undefined) {
  return dispute && <DisputeBadge dispute={dispute} />;
}

type Filter = {
  /**
   * The closing day of a statement, `since` for activity after the last statement, or empty for all activity.
   */
  statement: string;
  category: string;
  /** The search text. */
  q: string;
};

const EVERYTHING: Filter = { statement: '', category: '', q: '' };
const SINCE = 'since';

function useEntryFilter(): [Filter, (changes: Partial<Filter>) => void] {
  const [search, setSearch] = useSearchParams();
  const change = (changes: Partial<Filter>) =>
    setSearch((before) => withParameters(before, changes), { replace: true, preventScrollReset: true });
  return [{ ...EVERYTHING, ...Object.fromEntries(search) }, change];
}

function filterEntries(
  { entries, statements, zone, closedOn }: CardView,
  { statement, category, q }: Filter,
): CardEntry[] {
  const chosen = statements.find(({ to_date }) => to_date === statement);
  const inCycle = chosen
    ? getEntries(chosen, entries, zone)
    : statement === SINCE
      ? entriesSince(closedOn, entries, zone)
      : [...entries];
  const searchWords = q.toLowerCase().split(/\s+/).filter(Boolean);
  return inCycle.filter((entry) => {
    if (category && entry.category !== category) return false;
    const text = `${entryTitle(entry)} ${entry.description ?? ''}`.toLowerCase();
    return searchWords.every((word) => text.includes(word));
  });
}

type EntryFilterProps = {
  view: CardView;
  filter: Filter;
  /** The filtered transactions. */
  rows: readonly CardEntry[];
  onChange: (changes: Partial<Filter>) => void;
};

function EntryFilter({ view, filter, rows, onChange }: EntryFilterProps) {
  const categories = [...new Set(view.entries.flatMap(({ category }) => category ?? []))].sort();
  const isNarrowed = Boolean(filter.statement || filter.category || filter.q);
  const { charges, payments } = getParts(rows);
  const money = (amount: number) => formatMoney(amount, view.card.currency);
  return (
    <search className="flex flex-col gap-3">
      <div className="grid grid-cols-1 gap-2 md:grid-cols-[minmax(0,1fr)_auto_auto]">
        <span className="relative block">
          <Search className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-3" />
          <TextInput
            type="search"
            aria-label="Search this card"
            placeholder="Search: Corner Grocer …"
            value={filter.q}
            maxLength={100}
            onChange={(event) => onChange({ q: event.target.value })}
            className="pl-11"
          />
        </span>
        <Select
          aria-label="Statement"
          value={filter.statement}
          onChange={(event) => onChange({ statement: event.target.value })}
          options={[
            { value: '', label: 'All statements' },
            { value: SINCE, label: 'Since the last statement' },
            ...view.statements.map(({ to_date }) => ({
              value: to_date,
              label: `${formatAs(to_date, 'MMMM yyyy')}, closed ${formatTextDate(to_date)}`,
            })),
          ]}
        />
        <Select
          aria-label="Category"
          value={filter.category}
          onChange={(event) => onChange({ category: event.target.value })}
          options={[
            { value: '', label: 'All categories' },
            ...categories.map((category) => ({ value: category, label: category })),
          ]}
        />
      </div>
      <p
        className="flex min-h-8 flex-wrap items-center justify-between gap-x-6 text-ink-3 text-sm"
        role="status"
      >
        <span className="figures">
          {rows.length.toLocaleString('en-US')} transactions, {money(charges)} charged, {money(payments)} paid
          or credited
        </span>
        {isNarrowed && (
          <button
            type="button"
            onClick={() => onChange(EVERYTHING)}
            className="inline-flex items-center gap-1.5 rounded-2 px-2 py-1 font-medium text-ink hover:bg-sunken"
          >
            <X className="size-4" /> Clear
          </button>
        )}
      </p>
    </search>
  );
}
