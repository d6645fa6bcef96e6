import { parseDay } from '@engine/calendar/calendar.ts';
import { getStatementPayoffRates, getStatementRate } from '@engine/products/cards/card-rates.ts';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { getPath, statementPath } from '@/entities/card/card-paths';
import { averageDailyBalance, getEntries, getParts } from '@/entities/card/entries';
import type { CardEntry, Statement } from '@/entities/card/queries';
import type { CardView } from '@/entities/card/use-card-view';
import { StatementDownload } from '@/entities/document/document-links';
import { Explain } from '@/entities/explanation/explain';
import { formatCount } from '@/lib/count';
import { daysBetween, formatAs, formatTextDate } from '@/lib/dates';
import { formatExactRate, formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { Description } from '@/ui/description';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Panel } from '@/ui/panel';
import { RowList } from '@/ui/row-list';
import { EntryRow } from './entry-row';
import { bankPostings, MinimumFigure, MinimumWarningBox } from './minimum-payment';

export function StatementView({ view, statement }: { view: CardView; statement: Statement }) {
  const { card, zone, statements } = view;
  const entries = getEntries(statement, view.entries, zone);
  const index = statements.findIndex(({ id }) => id === statement.id);
  const title = `${formatAs(statement.to_date, 'MMMM yyyy')} statement`;
  return (
    <section aria-label={title}>
      <p className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
        <Link to={getPath(card.id)} className="text-link inline-flex items-center gap-1.5">
          <ArrowLeft className="size-4" /> Summary
        </Link>
        <span className="flex gap-4">
          <Neighbor statement={statements[index + 1]} text="Previous" />
          <Neighbor statement={statements[index - 1]} text="Next" />
        </span>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-xl">{title}</h2>
        <StatementDownload about={card.id} periodTo={statement.to_date} />
      </div>
      <p className="mt-1 text-ink-3">
        {formatTextDate(statement.from_date)} to {formatTextDate(statement.to_date)},{' '}
        {daysBetween(statement.from_date, statement.to_date) + 1} days
      </p>
      <div className="mt-6 grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-2">
        <Panel aria-label="Statement summary">
          <Sum view={view} statement={statement} entries={entries} />
        </Panel>
        <div>
          <dl className="flex flex-wrap gap-x-12 gap-y-4 [&_dd]:text-xl [&_dt]:text-ink-3 [&_dt]:text-sm">
            <Description term="Minimum payment">
              <MinimumFigure view={view} statement={statement}>
                {formatMoney(statement.minimum_payment, card.currency)}
              </MinimumFigure>
            </Description>
            <Description term="Due">
              <span className="figures font-semibold">{formatTextDate(statement.due_date)}</span>
            </Description>
            <Description term="Rewards credited">
              <Money amount={statement.rewards} currency={card.currency} size="inline" />
            </Description>
          </dl>
          <RateNotice statement={statement} />
          <MinimumWarningBox
            statement={statement}
            rates={getStatementPayoffRates({ ...statement, apr: card.apr }, parseDay(statement.to_date))}
            currency={card.currency}
          />
        </div>
      </div>
      <h3 className="mt-12 mb-3 text-lg">Transactions</h3>
      {entries.length === 0 ? (
        <p className="border-line border-t pt-4 text-ink-3">No activity this cycle.</p>
      ) : (
        <RowList label="Statement transactions">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} currency={card.currency} zone={zone} withBalance />
          ))}
        </RowList>
      )}
    </section>
  );
}

/** Renders the rates of a card of the catalog on a statement, and the days on which they change. */
function RateNotice({ statement }: { statement: Statement }) {
  const {
    purchase_apr: apr,
    intro_until: introUntil,
    penalty_from: penaltyFrom,
    to_date: closedOn,
  } = statement;
  if (apr === null) return null;
  const change = penaltyFrom
    ? penaltyFrom > closedOn
      ? `Because a payment is more than 60 days late, your APR rises to the penalty APR on ${formatTextDate(penaltyFrom)}.`
      : `The penalty APR has applied since ${formatTextDate(penaltyFrom)}. It ends after six on-time payments in a row.`
    : introUntil
      ? `Your introductory APR ends on ${formatTextDate(introUntil)}.`
      : '';
  return (
    <p className="mt-4 text-ink-2 text-sm">
      APR for purchases: <span className="figures">{formatExactRate(apr)}</span>. {change}
    </p>
  );
}

function Neighbor({ statement, text }: { statement: Statement | undefined; text: string }) {
  if (!statement) return null;
  return <TextLink to={statementPath(statement.card_id, statement.to_date)}>{text}</TextLink>;
}

type SumProps = { view: CardView; statement: Statement; entries: readonly CardEntry[] };

function Sum({ view, statement, entries }: SumProps) {
  const { currency } = view.card;
  const money = (amount: number) => formatMoney(amount, currency);
  const parts = getParts(entries);
  const agrees = (['charges', 'payments', 'interest', 'fees'] as const).every(
    (kind) => parts[kind] === statement[kind],
  );
  const days = daysBetween(statement.from_date, statement.to_date) + 1;
  const cash = statement.cash_balance ?? 0;
  const transfers = statement.transfer_balance ?? 0;
  const isDivided = statement.cash_balance !== null || statement.transfer_balance !== null;
  return (
    <>
      <table className="w-full">
        <caption className="sr-only">Statement summary</caption>
        <tbody>
          <SumRow name="Opening balance">{money(statement.opening_balance)}</SumRow>
          <SumRow name="+ Charges">{money(statement.charges)}</SumRow>
          <SumRow name={'\u2212 Payments and credits'}>{money(statement.payments)}</SumRow>
          <SumRow name="+ Interest">
            <Explain
              title="Statement interest"
              lesson="card-interest"
              formula={
                isDivided
                  ? 'For each balance: average daily balance × days × its APR ÷ 365.'
                  : 'Average daily balance × days × APR ÷ 365.'
              }
              inputs={[
                ...(isDivided
                  ? []
                  : [
                      {
                        name: 'Average daily balance',
                        value: money(averageDailyBalance(statement, view.entries, view.zone)),
                      },
                    ]),
                { name: 'Days', value: days },
                {
                  name: 'APR',
                  value: formatExactRate(getStatementRate({ ...statement, apr: view.card.apr })),
                },
                { name: 'Interest', value: money(statement.interest) },
              ]}
              postings={bankPostings(view, entries).filter(({ text }) => /interest/i.test(text))}
              ask={statement.interest > 0 ? `Why is my interest ${money(statement.interest)}?` : undefined}
              source={
                isDivided
                  ? 'Cash advances accrue interest from their first day. Balance transfers accrue none during their promotion.'
                  : statement.interest > 0
                    ? "Charged because you didn't pay the previous statement in full by its due date. Interest stops on the day you pay it."
                    : "No interest: you paid the previous statement in full, or there wasn't one."
              }
            >
              {money(statement.interest)}
            </Explain>
          </SumRow>
          <SumRow name="+ Fees">
            <Explain
              title="Fees"
              formula="A late fee is $30.00, or $41.00 if you were late within the last 6 statements. Never more than the unpaid minimum."
              postings={bankPostings(view, entries).filter(({ text }) => !/interest/i.test(text))}
              source="Regulation Z, 12 CFR 1026.52(b)."
            >
              {money(statement.fees)}
            </Explain>
          </SumRow>
          <SumRow name="= Closing balance" total>
            {money(statement.closing_balance)}
          </SumRow>
          {cash > 0 && <SumRow name="Cash advances in this balance">{money(cash)}</SumRow>}
          {transfers > 0 && <SumRow name="Balance transfers in this balance">{money(transfers)}</SumRow>}
        </tbody>
      </table>
      {statement.pending !== null && (
        <p className="mt-3 text-ink-3 text-sm">Pending, not yet posted: {money(statement.pending)}</p>
      )}
      <p className={classNames('mt-3 text-sm', agrees ? 'text-ink-3' : 'text-negative')}>
        {agrees
          ? `The ${formatCount(entries.length, 'transaction adds', 'transactions add')} up to the same total.`
          : 'These transactions add up to a different amount because the card was changed outside Sandbank.'}
      </p>
    </>
  );
}

function SumRow({ name, total = false, children }: { name: string; total?: boolean; children: ReactNode }) {
  return (
    <tr className="border-line border-b last:border-b-0">
      <th
        scope="row"
        className={classNames('py-2.5 text-left', total ? 'font-semibold' : 'font-normal text-ink-2')}
      >
        {name}
      </th>
      <td className={classNames('figures py-2.5 text-right', total && 'font-semibold text-lg')}>
        {children}
      </td>
    </tr>
  );
}
