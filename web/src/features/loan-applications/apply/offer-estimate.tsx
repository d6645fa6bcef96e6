import { CircleCheck, CircleX, Shuffle } from 'lucide-react';
import { PaymentFormula } from '@/entities/debt/payment-quote';
import { Explain } from '@/entities/explanation/explain';
import { formatMinor, fromMinor, type Minor } from '@/lib/money';
import { Money } from '@/ui/money';
import { Well } from '@/ui/panel';
import { DebtShare, RateFigure } from '../details/decision-figures';
import type { Affordability } from './affordability';

const ANSWERS = {
  approved: { icon: CircleCheck, words: 'Likely approved', tone: 'text-positive' },
  countered: { icon: Shuffle, words: 'Likely approved with changes', tone: 'text-warning' },
  declined: { icon: CircleX, words: 'Likely declined', tone: 'text-negative' },
} as const;

/** Renders the decision that the credit policy would make for the current input. */
export function OfferEstimate({
  foresight,
  title = 'Instant estimate',
}: {
  foresight: Affordability | null;
  title?: string;
}) {
  return (
    <Well aria-label={title} className="self-start lg:sticky lg:top-32">
      <h2 className="text-lg">{title}</h2>
      {foresight ? (
        <Answer {...foresight} />
      ) : (
        <p className="mt-2 text-ink-2">Enter an amount to see your estimate.</p>
      )}
    </Well>
  );
}

function Answer({ decision, change, facts, request }: Affordability) {
  const { icon: Icon, words, tone } = ANSWERS[decision.decision];
  const against = decision.reasons.find(({ effect }) => effect === 'against');
  const hasIncome = facts.monthlyIncome > 0;
  return (
    <>
      <p aria-live="polite" className="mt-3 flex items-start gap-2.5">
        <Icon aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} strokeWidth={1.5} />
        <span>
          <strong className="font-semibold">
            {hasIncome ? words : 'Add your income to see an estimate'}
          </strong>
          {hasIncome && against && <span className="block text-ink-2 text-sm">{against.words}</span>}
        </span>
      </p>
      <p className="mt-4 text-ink-3 text-sm">Monthly payment</p>
      <p>
        <PaymentFormula
          loan={{ amount: fromMinor(request.amount as Minor), percent: decision.rate, months: request.term }}
          currency="USD"
        >
          <Money amount={fromMinor(decision.payment as Minor)} size="panel" expected />
        </PaymentFormula>
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-sm [&_dd]:figures [&_dd]:font-medium [&_dd]:text-base [&_dt]:text-ink-3">
        <div>
          <dt>Rate</dt>
          <dd>
            <RateFigure rate={decision.rate} parts={decision.rateParts} />
          </dd>
        </div>
        <div>
          <dt>Total interest</dt>
          <dd>{formatMinor(decision.interest as Minor)}</dd>
        </div>
      </dl>
      {hasIncome && (
        <>
          <DebtShare decision={decision} className="mt-4" />
          <p className="mt-4 border-line border-t pt-3 text-sm">
            {change.largestAmount > 0 ? (
              <>
                You could borrow up to{' '}
                <Explain
                  title="Most you can borrow over this term"
                  formula="The largest amount our credit policy approves with your income, debts, and score."
                  inputs={[
                    { name: 'Monthly income counted', value: formatMinor(facts.monthlyIncome as Minor) },
                    { name: 'Monthly debt payments', value: formatMinor(facts.monthlyDebt as Minor) },
                    { name: 'Credit score', value: facts.score },
                  ]}
                  source={`Credit policy ${decision.version}`}
                >
                  <span className="figures font-semibold">{formatMinor(change.largestAmount as Minor)}</span>
                </Explain>
              </>
            ) : (
              'You can’t borrow over this term right now.'
            )}
          </p>
        </>
      )}
      <p className="mt-3 text-ink-3 text-sm">This estimate doesn’t affect your credit score.</p>
    </>
  );
}
