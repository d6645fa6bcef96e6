import type { Decision } from '@engine/credit/decision.ts';
import type { Reason } from '@engine/credit/reasons.ts';
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { formatRate } from '@/entities/debt/data/terms';
import { Explain } from '@/entities/explanation/explain';
import { formatMinor, type Minor } from '@/lib/money';
import { Section } from '@/ui/page';
import { DebtShare, RateFigure } from './decision-figures';

const EFFECTS = {
  for: { icon: CircleCheck, words: 'Helps', tone: 'text-positive' },
  price: { icon: CircleMinus, words: 'Raises the rate or lowers the amount', tone: 'text-warning' },
  against: { icon: CircleX, words: 'Hurts', tone: 'text-negative' },
} as const;

const LIMIT_WORDS: Record<Reason['code'], string> = {
  debt: 'maximum',
  income: 'counted up to',
  score: 'minimum',
  payments: 'maximum',
  collateral: 'maximum',
  amount: 'maximum',
  utilization: 'lowest rate up to',
  history: 'minimum',
  term: 'maximum',
};

/** The reasons for the decision, each with its weight, value, and limit. */
export function DecisionReasons({ decision }: { decision: Decision }) {
  return (
    <Section title="Why" aside={`Credit policy ${decision.version}`}>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <ul className="divide-y divide-line border-line border-y">
          {decision.reasons.map((reason) => (
            <ReasonRow key={reason.code} reason={reason} />
          ))}
        </ul>
        <div>
          <DebtShare decision={decision} />
          <dl className="mt-5 flex flex-col gap-2.5 text-sm [&_dd]:figures [&_dd]:font-medium [&_dt]:text-ink-3 [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
            <div>
              <dt>Requested rate</dt>
              <dd>
                <RateFigure rate={decision.rate} parts={decision.rateParts} />
              </dd>
            </div>
            <div>
              <dt>Credit score</dt>
              <dd>{decision.score}</dd>
            </div>
            <div>
              <dt>Monthly income counted</dt>
              <dd>{formatMinor(decision.monthlyIncome as Minor)}</dd>
            </div>
            <div>
              <dt>Monthly debt payments</dt>
              <dd>{formatMinor(decision.monthlyDebt as Minor)}</dd>
            </div>
          </dl>
        </div>
      </div>
    </Section>
  );
}

function ReasonRow({ reason }: { reason: Reason }) {
  const { icon: Icon, words, tone } = EFFECTS[reason.effect];
  return (
    <li className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-3 py-3.5">
      <Icon aria-label={words} className={`mt-0.5 size-5 ${tone}`} strokeWidth={1.5} />
      <span>
        {reason.words}
        <span className="figures block text-ink-3 text-sm">
          {measured(reason, reason.value)}, {LIMIT_WORDS[reason.code]} {measured(reason, reason.limit)}
        </span>
      </span>
      <span className="figures text-right text-sm">
        <Explain
          title="Weight"
          formula="This reason’s share of 100 points in the decision. A reason that rules out the loan decides alone."
          inputs={[
            { name: 'Weight', value: `${reason.weight} of 100` },
            { name: 'Effect', value: words },
          ]}
        >
          {reason.weight} points
        </Explain>
      </span>
    </li>
  );
}

function measured({ unit }: Reason, value: number): string {
  switch (unit) {
    case 'money':
      return formatMinor(value as Minor);
    case 'percent':
      return formatRate(value);
    case 'months':
      return value === 1 ? '1 month' : `${value} months`;
    case 'days':
      return `${value} days`;
    case 'count':
      return value === 0 ? 'none' : String(value);
    case 'points':
      return String(value);
  }
}
