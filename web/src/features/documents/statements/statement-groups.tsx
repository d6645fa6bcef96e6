import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { accountQueries, maskedNumber } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { documentCalls } from '@/entities/document/documents';
import type { SavedDocument } from '@/entities/document/uploads';
import { formatAs, formatMonthDay } from '@/lib/dates';
import { Select } from '@/ui/forms/select';
import { Money } from '@/ui/money';
import { Skeleton } from '@/ui/skeleton';
import { dayOfDocument, getYears, isNew, type StatementGroup } from '../document-filter';
import { documentQueries, type StatementBalance } from '../queries';

const LATEST = 3;

type StatementGroupsProps = { groups: readonly StatementGroup[]; now: string };

/** Renders the latest statements of each account, card, and line of credit, or those of the selected year. */
export function StatementGroups({ groups, now }: StatementGroupsProps) {
  const [years, setYears] = useState<ReadonlyMap<string, string>>(new Map());
  const numbers = useMaskedNumbers();
  const shown = groups.map((group) => {
    const year = years.get(group.about) ?? '';
    const statements = group.statements.filter((statement) => dayOfDocument(statement).startsWith(year));
    return { group, year, statements: year === '' ? statements.slice(0, LATEST) : statements };
  });
  const ids = shown.flatMap(({ statements }) => statements.map(({ id }) => id));
  const balances = useQuery({ ...documentQueries.balances(ids), placeholderData: keepPreviousData });
  return (
    <ul aria-label="Statements" className="divide-y divide-line border-line border-y">
      {shown.map(({ group, year, statements }) => (
        <li
          key={group.about}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-2.5 md:grid-cols-[minmax(0,13rem)_6.5rem_minmax(0,1fr)]"
        >
          <div className="min-w-0 pt-1.5">
            <h2 className="truncate font-semibold text-base">{group.name}</h2>
            <p className="figures text-ink-3 text-sm">
              {group.kind === 'line_statement' ? 'Line of credit' : (numbers.get(group.about) ?? 'Closed')}
            </p>
          </div>
          <div className="w-26">
            {group.statements.length > LATEST && (
              <Select
                aria-label={`${group.name}: year`}
                value={year}
                onChange={({ target }) => setYears(new Map([...years, [group.about, target.value]]))}
                className="h-9! pr-8! pl-3! font-medium text-sm! pointer-coarse:h-11!"
                options={[
                  { value: '', label: 'Latest' },
                  ...getYears(group.statements).map((value) => ({ value, label: value })),
                ]}
              />
            )}
          </div>
          <ul aria-label={`Statements of ${group.name}`} className="min-w-0 max-md:col-span-2 max-md:mt-1.5">
            {statements.map((statement) => (
              <StatementRow
                key={statement.id}
                statement={statement}
                name={group.name}
                isNew={isNew(statement, now)}
                balance={balances.data?.get(statement.id)}
                isLoading={balances.isFetching}
              />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** Returns the masked numbers of the customer's accounts and cards, by id. */
function useMaskedNumbers(): ReadonlyMap<string, string> {
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  return new Map([
    ...accounts.map((account) => [account.id, maskedNumber(account)] as const),
    ...cards.map(({ id, card_number }) => [id, `•••• ${card_number.slice(-4)}`] as const),
  ]);
}

type StatementRowProps = {
  statement: SavedDocument;
  name: string;
  isNew: boolean;
  balance: StatementBalance | undefined;
  isLoading: boolean;
};

function StatementRow({ statement, name, isNew, balance, isLoading }: StatementRowProps) {
  const save = useMutation(documentCalls.save);
  const month = formatAs(dayOfDocument(statement), 'MMMM yyyy');
  return (
    <li className="flex items-center">
      <div className="relative flex min-h-9 min-w-0 flex-1 items-center gap-3 rounded-1 px-2.5 hover:bg-sunken max-md:-ml-2.5 pointer-coarse:min-h-12">
        <FileText className="size-4.5 shrink-0 text-ink-3" />
        <Link
          to={`/documents/view/${statement.id}`}
          aria-label={`${name}, statement of ${month}${isNew ? ', new' : ''}`}
          className="shrink-0 after:absolute after:inset-0 after:rounded-1"
        >
          {month}
        </Link>
        {isNew && (
          <span
            aria-hidden
            className="rounded-1 bg-accent-soft px-1.5 font-medium text-accent-ink text-xs leading-5"
          >
            New
          </span>
        )}
        <span className="truncate text-ink-3 text-sm max-md:hidden">{formatPeriod(statement)}</span>
        <span className="ml-auto shrink-0">
          {balance ? (
            <Money amount={balance.balance} currency={balance.currency} />
          ) : (
            isLoading && <Skeleton className="h-4 w-20" />
          )}
        </span>
      </div>
      <button
        type="button"
        aria-label={`Download ${name}, ${month}`}
        aria-busy={save.isPending || undefined}
        onClick={() => save.mutate(statement)}
        className="-mr-2 grid size-9 shrink-0 place-items-center rounded-1 text-ink-2 hover:bg-sunken pointer-coarse:size-12"
      >
        <Download className="size-4.5" />
      </button>
    </li>
  );
}

/** Formats a period, such as `Sep 1 – Sep 30`, or a card's closing date, such as `Closing date Sep 28`. */
function formatPeriod(statement: SavedDocument): string {
  const { kind, period_from: from } = statement;
  const last = formatMonthDay(dayOfDocument(statement));
  return kind === 'card_statement' || !from ? `Closing date ${last}` : `${formatMonthDay(from)} – ${last}`;
}
