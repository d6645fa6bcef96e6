import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { formatInstant, formatTextDate } from '@/lib/dates';
import { Button } from '@/ui/button';
import { LinkButton } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';
import { type AutoDeposit, autoDepositQueries, type RuleEvent } from './queries';

const WORDS: Record<string, string> = {
  auto_deposit: 'Arrived',
  pay_missed: 'Not paid: job lost',
  deposit_failed: 'Not paid: account closed or yearly limit reached',
};

export function RuleHistory({ rule, currency, zone }: { rule: AutoDeposit; currency: string; zone: string }) {
  const history = useInfiniteQuery(autoDepositQueries.history(rule.id));
  return (
    <Loaded from={history} failure="We couldn't load the history." label="Loading the history">
      {({ pages }) =>
        pages[0]?.length === 0 ? (
          <p className="text-ink-2">No deposits yet. Fast-forward to see them here.</p>
        ) : (
          <>
            <RowList label="History">
              {pages.flat().map((row) => (
                <HistoryRow key={row.event_key} row={row} currency={currency} zone={zone} />
              ))}
            </RowList>
            <div className="mt-5 flex flex-wrap gap-2">
              {history.hasNextPage && (
                <Button busy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
                  Show more
                </Button>
              )}
              <LinkButton to={`/transactions?account=${rule.account_id}&type=AUTO_DEPOSIT`} variant="ghost">
                View transactions
              </LinkButton>
            </div>
          </>
        )
      }
    </Loaded>
  );
}

type LatestDepositsProps = {
  rules: readonly AutoDeposit[];
  currencyOf: (rule: AutoDeposit) => string;
  zone: string;
};

/** Renders the latest deposits of all rules. Renders nothing before the first deposit. */
export function LatestDeposits({ rules, currencyOf, zone }: LatestDepositsProps) {
  const rows = useQuery(autoDepositQueries.latest(rules.map(({ id }) => id))).data ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title="Latest deposits" className="mt-10">
      <RowList label="Latest deposits">
        {rows.map((row) => {
          const rule = rules.find(({ id }) => id === row.rule_id);
          return (
            <HistoryRow
              key={row.event_key}
              row={row}
              name={rule?.name}
              currency={rule ? currencyOf(rule) : 'USD'}
              zone={zone}
            />
          );
        })}
      </RowList>
    </Section>
  );
}

type HistoryRowProps = {
  row: RuleEvent;
  /** The rule's name, for rows of several rules. */
  name?: string | undefined;
  currency: string;
  zone: string;
};

function HistoryRow({ row, name, currency, zone }: HistoryRowProps) {
  const { at, kind, amount, entry_id } = row;
  const moved = entry_id !== null;
  const isProblem = !moved && kind !== 'pay_raise';
  const words = kind === 'pay_raise' ? row.description : (WORDS[kind ?? ''] ?? kind);
  return (
    <li className="flex min-h-12 items-center gap-4 py-2.5">
      <time
        dateTime={at ?? ''}
        title={formatInstant(at ?? '', zone)}
        className="figures w-24 shrink-0 text-ink-3 text-sm"
      >
        {formatTextDate(at ?? '', zone)}
      </time>
      <span className={isProblem ? 'min-w-0 flex-1 font-medium text-warning' : 'min-w-0 flex-1'}>
        {name && moved ? name : [kind !== 'pay_raise' && name, words].filter(Boolean).join(': ')}
      </span>
      {amount !== null && moved && (
        <Money amount={amount} currency={row.currency ?? currency} signed className="text-positive" />
      )}
      {amount !== null && !moved && (
        <s className="text-ink-3">
          <Money amount={amount} currency={currency} expected />
        </s>
      )}
    </li>
  );
}
