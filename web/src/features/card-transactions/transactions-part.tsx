import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { entriesSince, entryTitle, getEntries, getParts } from '@/entities/card/entries';
import { type CardEntry, creditCardQueries } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { DisputeBadge } from '@/entities/dispute/dispute-text';
import type { Dispute } from '@/entities/dispute/queries';
import { PendingRows } from '@/entities/hold/pending-rows';
import { holdQueries } from '@/entities/hold/queries';
import { refundQueries } from '@/entities/refund/queries';
import { formatAs, formatRecentDay, formatTextDate, getDay } from '@/lib/dates';
import { withParameters } from '@/lib/navigation/search-parameters';
import { Button } from '@/ui/button';
import { Description } from '@/ui/description';
import { EmptyState } from '@/ui/empty-state';
import { Select } from '@/ui/forms/select';
import { TextInput } from '@/ui/forms/text-input';
import { Money } from '@/ui/money';
import { RowList } from '@/ui/row-list';
import { Disputes } from './disputes';
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
  const refunds = useQuery(refundQueries.open()).data?.filter(({ card_id }) => card_id === card.id) ?? [];
  if (entries.length === 0 && pending.length === 0)
    return <EmptyState title="No charges yet">Make a charge and it will show up here.</EmptyState>;
  return (
    <>
      <Disputes view={view} disputes={disputes.filter(isOpenDispute)} title="Disputes" className="mb-12" />
      <EntryFilter view={view} filter={filter} rows={rows} onChange={change} />
      {!filter.q && !filter.category && ['', SINCE].includes(filter.statement) && (
        <PendingRows holds={pending} refunds={refunds} getCurrency={() => card.currency} isCharge />
      )}
      {rows.length === 0 ? (
        <EmptyState
          title="No transactions found."
          action={<Button onClick={() => change(EVERYTHING)}>Clear search</Button>}
        >
          Search by merchant or description.
        </EmptyState>
      ) : (
        <section aria-label="Card transactions" className="mt-6 space-y-5 md:space-y-0">
          {groupByDay(rows.slice(0, shown), zone).map(({ day, entries: ofDay }) => (
            <div key={day} className="gap-6 md:flex md:border-line md:border-t">
              <h3 className="mb-1 shrink-0 font-medium text-ink-2 text-sm md:mb-0 md:w-28 md:py-3 md:font-normal">
                {formatRecentDay(day, view.today)}
              </h3>
              <RowList className="min-w-0 flex-1 md:border-t-0">
                {ofDay.map((entry) => (
                  <EntryRow
                    key={entry.id}
                    entry={entry}
                    currency={card.currency}
                    zone={zone}
                    withBalance
                    isBelowDay
                    note={getNote(getDispute(entry))}
                    onClick={() => setOpened(entry)}
                  />
                ))}
              </RowList>
            </div>
          ))}
        </section>
      )}
      {rows.length > shown && (
        <Button className="mt-6" onClick={() => setShown(shown + PAGE_ROWS)}>
          Show {Math.min(PAGE_ROWS, rows.length - shown)} more
        </Button>
      )}
      <Disputes
        view={view}
        disputes={disputes.filter((dispute) => !isOpenDispute(dispute))}
        title="Past disputes"
        className="mt-12"
      />
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

const isOpenDispute = ({ status }: Dispute) => status === 'in_review';

/** Groups entries by the customer's day, in the given order. */
function groupByDay(rows: readonly CardEntry[], zone: string) {
  const days: { day: string; entries: CardEntry[] }[] = [];
  for (const entry of rows) {
    const day = getDay(entry.at, zone);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

function getNote(dispute: Dispute | undefined) {
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
  return (
    <search className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_auto_auto]">
        <span className="relative col-span-2 block md:col-span-1">
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
      <div className="mt-2 flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-2" role="status">
        <dl className="flex flex-wrap gap-x-8 gap-y-2 [&_dt]:text-ink-3 [&_dt]:text-sm">
          <Description term={rows.length === 1 ? 'Transaction' : 'Transactions'}>
            <span className="figures font-semibold">{rows.length.toLocaleString('en-US')}</span>
          </Description>
          <Description term="Charged">
            <Money amount={charges} currency={view.card.currency} />
          </Description>
          <Description term="Paid or credited">
            <Money amount={payments} currency={view.card.currency} />
          </Description>
        </dl>
        {isNarrowed && (
          <button
            type="button"
            onClick={() => onChange(EVERYTHING)}
            className="inline-flex items-center gap-1.5 rounded-2 px-2 py-1 font-medium text-ink hover:bg-sunken"
          >
            <X className="size-4" /> Clear
          </button>
        )}
      </div>
    </search>
  );
}
