import { fromMinor, roundMinor, toMinor } from '@engine/money/minor.ts';
import type { ReactNode } from 'react';
import { entryTitle, getEntries } from '@/entities/card/entries';
import type { CardEntry, Statement } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { Explain } from '@/entities/explanation/explain';
import { getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';

const LEAST = 25;

type MinimumFigureProps = { view: CardView; statement: Statement; children: ReactNode };

export function MinimumFigure({ view, statement, children }: MinimumFigureProps) {
  const { currency } = view.card;
  const money = (amount: number) => formatMoney(amount, currency);
  const onePercent = fromMinor(roundMinor(toMinor(statement.closing_balance) / 100));
  return (
    <Explain
      title="Minimum payment"
      formula={`1% of the statement balance plus interest and fees. At least ${money(LEAST)}, but never more than the balance.`}
      inputs={[
        { name: `1% of ${money(statement.closing_balance)}`, value: money(onePercent) },
        { name: 'Interest', value: money(statement.interest) },
        { name: 'Fees', value: money(statement.fees) },
        { name: 'Minimum', value: money(statement.minimum_payment) },
      ]}
      postings={bankPostings(view, getEntries(statement, view.entries, view.zone))}
      source="The minimum payment covers interest and part of the balance, so your debt goes down."
    >
      <strong className="figures font-semibold">{children}</strong>
    </Explain>
  );
}

export function bankPostings(view: CardView, entries: readonly CardEntry[]) {
  return entries
    .filter(({ kind }) => kind === 'interest' || kind === 'fee')
    .map((entry) => ({
      day: getDay(entry.at, view.zone),
      words: entryTitle(entry),
      amount: entry.amount,
      currency: view.card.currency,
    }));
}
