import { Link } from 'react-router';
import { Explain } from '@/entities/explanation/explain';
import { formatListDate } from '@/lib/dates';
import { formatMoney, sumOf } from '@/lib/money';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { type Figure, type FirstStepsRow, getOutcome } from './first-steps';

/** The number of parts listed one by one. */
const TOLD = 8;

/** Renders the result of the first month and links. */
export function FirstOutcome({ row }: { row: FirstStepsRow }) {
  const { moneyIn, moneyOut, stayed, interest } = getOutcome(row);
  const since = formatListDate(row.since);
  const money = (amount: number) => formatMoney(amount, row.currency);
  return (
    <div>
      <p className="max-w-160 text-ink-2">
        You set up a bank, ran it for a month, and gave its money a purpose.{' '}
        {stayed.amount >= 0
          ? `Since ${since}, you kept ${money(stayed.amount)} of ${money(moneyIn.amount)} in income.`
          : `Since ${since}, ${money(-stayed.amount)} more went out than came in. A forecast shows how long your money would last.`}
      </p>
      <dl className="mt-5 grid grid-cols-2 gap-x-8 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12">
        <Told
          name="Deposits"
          formula={`Everything that came into your accounts since ${since}.`}
          figure={moneyIn}
          currency={row.currency}
        />
        <Told
          name="Payments"
          formula={`Everything that left your accounts since ${since}.`}
          figure={moneyOut}
          currency={row.currency}
        />
        <Told name="Stayed" formula="Income minus spending." figure={stayed} currency={row.currency} />
        <Told
          name="Interest earned"
          formula={`What your accounts earned since ${since}. It's included in your income. Savings accounts earn the most.`}
          figure={interest}
          currency={row.currency}
        />
      </dl>
      {row.left_out.length > 0 && (
        <p className="mt-3 text-ink-3 text-sm">
          Excludes {row.left_out.join(' and ')}: no exchange rate is available.
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        <Button asChild variant="primary">
          <Link to="/forecasts">View forecast</Link>
        </Button>
        <Button asChild>
          <Link to="/transactions">View transactions</Link>
        </Button>
      </div>
    </div>
  );
}

function Told({
  name,
  formula,
  figure: { amount, parts },
  currency,
}: {
  name: string;
  formula: string;
  figure: Figure;
  currency: string;
}) {
  return (
    <div>
      <dt className="text-ink-3 text-sm">{name}</dt>
      <dd>
        <Explain
          title={name}
          formula={formula}
          inputs={[...getLines(parts, currency), { name: 'Total', value: formatMoney(amount, currency) }]}
          source="Transfers between your accounts and corrections don't count."
        >
          <Money amount={amount} currency={currency} size="balance" />
        </Explain>
      </dd>
    </div>
  );
}

/** Lists the largest parts and sums up the rest, so that the lines add up to the figure. */
function getLines(parts: Figure['parts'], currency: string) {
  const lines = parts.slice(0, TOLD).map(({ name, amount }) => ({
    name,
    value: formatMoney(amount, currency),
  }));
  const rest = parts.slice(TOLD);
  if (rest.length === 0) return lines;
  const left = sumOf(rest.map(({ amount }) => amount));
  return [...lines, { name: `${rest.length} more`, value: formatMoney(left, currency) }];
}
