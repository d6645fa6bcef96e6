import { useInfiniteQuery } from '@tanstack/react-query';
import { formatInstant, formatTextDate } from '@/lib/dates';
import { Button } from '@/ui/button';
import { LinkButton } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { RowList } from '@/ui/row-list';
import { type AutoDeposit, autoDepositQueries, type RuleEvent } from './queries';

const WORDS: Record<string, string> = {
  auto_deposit: 'Arrived',
  pay_missed: 'Not paid: job lost',
  deposit_failed: 'Not paid: account closed, or at its limit for the year',
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

function HistoryRow({ row, currency, zone }: { row: RuleEvent; currency: string; zone: string }) {
  const { at, kind, amount, entry_id } = row;
  const moved = entry_id !== null;
  const isProblem = !moved && kind !== 'pay_raise';
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
        {kind === 'pay_raise' ? row.description : (WORDS[kind ?? ''] ?? kind)}
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
