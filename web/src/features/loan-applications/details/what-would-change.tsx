import type { CreditFacts } from '@engine/credit/facts.ts';
import type { LoanType } from '@engine/credit/terms.ts';
import { type Minor, roundMinor, toMinor } from '@engine/money/minor.ts';
import { useId, useState } from 'react';
import { formatMonths } from '@/entities/debt/data/terms';
import { formatMinor } from '@/lib/money';
import { Button } from '@/ui/button';
import { Section } from '@/ui/page';
import { type Affordability, judge, OfferEstimate, parseEmployment } from '../apply/offer-estimate';
import type { ApplicationRow } from '../queries';

const STEP = toMinor(100);
const HIGHEST_TERM = 360;

type ComparedPlan = { amount: Minor; term: number; annualIncome: Minor; monthlyDebt: Minor };

/** Changes an application and shows the decision of the credit policy. In minor units. */
export function WhatWouldChange({
  application,
  credit,
}: {
  application: ApplicationRow;
  credit: CreditFacts;
}) {
  const asked: ComparedPlan = {
    amount: toMinor(application.loan_amount),
    term: application.term_months,
    annualIncome: toMinor(application.annual_income ?? 0),
    monthlyDebt: toMinor(application.monthly_debt),
  };
  const [weighed, setWeighed] = useState(asked);
  const isHome = application.loan_type === 'HOME' && application.collateral_value !== null;
  const foresee = ({ amount, term, annualIncome, monthlyDebt }: ComparedPlan): Affordability =>
    judge(credit, {
      request: {
        type: application.loan_type as LoanType,
        amount,
        term,
        collateralValue: application.collateral_value === null ? null : toMinor(application.collateral_value),
      },
      annualIncome,
      monthlyDebt,
      employment: parseEmployment(application.employment_status),
    });
  const present = foresee(weighed);
  const set = (part: Partial<ComparedPlan>) => setWeighed({ ...weighed, ...part });
  const isChanged = JSON.stringify(weighed) !== JSON.stringify(asked);
  return (
    <Section title="What would change the decision">
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex max-w-152 flex-col gap-6">
          <Slider
            label="Amount"
            value={weighed.amount}
            most={Math.max(asked.amount * 2, STEP)}
            least={STEP}
            step={STEP}
            words={formatMinor(weighed.amount)}
            onChange={(amount) => set({ amount: roundMinor(amount) })}
          />
          <Slider
            label="Term"
            value={weighed.term}
            least={isHome ? 12 : Math.min(6, asked.term)}
            most={isHome ? HIGHEST_TERM : Math.max(96, asked.term)}
            step={isHome ? 12 : 1}
            words={formatMonths(weighed.term)}
            onChange={(term) => set({ term })}
          />
          <Slider
            label="Annual income"
            value={weighed.annualIncome}
            least={0}
            most={Math.max(asked.annualIncome * 2, toMinor(100_000))}
            step={STEP * 5}
            words={formatMinor(weighed.annualIncome)}
            onChange={(annualIncome) => set({ annualIncome: roundMinor(annualIncome) })}
          />
          <Slider
            label="Other monthly debt payments"
            value={weighed.monthlyDebt}
            least={0}
            most={Math.max(asked.monthlyDebt * 2, toMinor(2_000))}
            step={toMinor(10)}
            words={formatMinor(weighed.monthlyDebt)}
            onChange={(monthlyDebt) => set({ monthlyDebt: roundMinor(monthlyDebt) })}
          />
          <Hints affordability={present} onAmount={(amount) => set({ amount })} />
          {isChanged && (
            <Button variant="ghost" className="self-start" onClick={() => setWeighed(asked)}>
              Reset to your request
            </Button>
          )}
        </div>
        <OfferEstimate affordability={present} title="Estimate today" />
      </div>
    </Section>
  );
}

/** Single changes that would lead to approval. */
function Hints({
  affordability,
  onAmount,
}: {
  affordability: Affordability;
  onAmount: (amount: Minor) => void;
}) {
  const { change, decision, facts } = affordability;
  if (decision.decision === 'approved') return null;
  const largest = roundMinor(Math.floor(change.largestAmount / STEP) * STEP);
  const { neededIncome, neededDebtReduction, neededScore } = change;
  const ways = [
    largest > 0 && {
      key: 'amount',
      words: (
        <>
          a smaller loan, up to{' '}
          <button type="button" className="figures text-link" onClick={() => onAmount(largest)}>
            {formatMinor(largest)}
          </button>
        </>
      ),
    },
    neededIncome !== null &&
      neededIncome > facts.monthlyIncome && {
        key: 'income',
        words: `${formatMinor(roundMinor(neededIncome * 12))} in qualifying annual income`,
      },
    neededDebtReduction !== null &&
      neededDebtReduction > 0 && {
        key: 'debt',
        words: `${formatMinor(neededDebtReduction)} less in monthly debt payments`,
      },
    neededScore !== null &&
      neededScore > facts.score && { key: 'score', words: `a credit score of ${neededScore}` },
  ].filter((way) => way !== false);
  if (ways.length === 0) return <p className="text-ink-2">No single change would be enough.</p>;
  return (
    <div>
      <p className="font-medium">
        {ways.length === 1 ? 'This' : 'Each of these'} alone would get you approved:
      </p>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {ways.map(({ key, words }) => (
          <li key={key}>{words}</li>
        ))}
      </ul>
    </div>
  );
}

type SliderProps = {
  label: string;
  value: number;
  least: number;
  most: number;
  step: number;
  words: string;
  onChange: (value: number) => void;
};

function Slider({ label, value, least, most, step, words, onChange }: SliderProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex justify-between gap-4">
        <span className="font-medium text-sm">{label}</span>
        <span className="figures font-semibold">{words}</span>
      </label>
      <input
        id={id}
        type="range"
        min={least}
        max={most}
        step={step}
        value={value}
        aria-valuetext={words}
        onChange={(event) => onChange(Number(event.target.value))}
        className="mt-1 h-6 w-full cursor-pointer accent-(--accent) pointer-coarse:h-11"
      />
    </div>
  );
}
