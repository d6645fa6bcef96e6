import type { CreditFacts } from '@engine/credit/facts.ts';
import type { LoanType } from '@engine/credit/terms.ts';
import { type Minor, roundMinor, toMinor } from '@engine/money/minor.ts';
import { useState } from 'react';
import { parseEmployment } from '@/entities/credit/applicant';
import { formatMonths } from '@/entities/debt/data/terms';
import { formatMinor } from '@/lib/money';
import { Button } from '@/ui/button';
import { Slider } from '@/ui/forms/slider';
import { Section } from '@/ui/page';
import { type Affordability, evaluate, OfferEstimate } from '../apply/offer-estimate';
import { usePrimeRate } from '../apply/use-homes';
import type { ApplicationRow } from '../queries';

const STEP = toMinor(100);
const HIGHEST_TERM = 360;

type LoanTerms = { amount: Minor; term: number; annualIncome: Minor; monthlyDebt: Minor };

type WhatWouldChangeProps = { application: ApplicationRow; credit: CreditFacts };

/**
 * Lets the customer vary an application, and shows the decision that the credit policy would make. Amounts
 * are in minor units.
 */
export function WhatWouldChange({ application, credit }: WhatWouldChangeProps) {
  const requested: LoanTerms = {
    amount: toMinor(application.loan_amount),
    term: application.term_months,
    annualIncome: toMinor(application.annual_income ?? 0),
    monthlyDebt: toMinor(application.monthly_debt),
  };
  const [terms, setTerms] = useState(requested);
  const prime = usePrimeRate();
  const isLine = application.loan_type === 'HOME_EQUITY';
  const isHome = application.loan_type === 'HOME' && application.collateral_value !== null;
  const estimateFor = ({ amount, term, annualIncome, monthlyDebt }: LoanTerms): Affordability =>
    evaluate(credit, {
      request: {
        type: application.loan_type as LoanType,
        amount,
        term,
        collateralValue: application.collateral_value === null ? null : toMinor(application.collateral_value),
        ...(isLine && { lien: toMinor(application.lien ?? 0), prime: prime ?? 0 }),
      },
      annualIncome,
      monthlyDebt,
      employment: parseEmployment(application.employment_status),
    });
  const estimate = estimateFor(terms);
  const set = (part: Partial<LoanTerms>) => setTerms({ ...terms, ...part });
  if (isLine && prime === undefined) return null;
  const isChanged = JSON.stringify(terms) !== JSON.stringify(requested);
  return (
    <Section title="What would change the decision">
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex max-w-152 flex-col gap-6">
          <Slider
            label={isLine ? 'Credit limit' : 'Amount'}
            value={terms.amount}
            max={Math.max(requested.amount * 2, STEP)}
            min={STEP}
            step={STEP}
            valueText={formatMinor(terms.amount)}
            onValueChange={(amount) => set({ amount: roundMinor(amount) })}
          />
          {!isLine && (
            <Slider
              label="Term"
              value={terms.term}
              min={isHome ? 12 : Math.min(6, requested.term)}
              max={isHome ? HIGHEST_TERM : Math.max(96, requested.term)}
              step={isHome ? 12 : 1}
              valueText={formatMonths(terms.term)}
              onValueChange={(term) => set({ term })}
            />
          )}
          <Slider
            label="Annual income"
            value={terms.annualIncome}
            min={0}
            max={Math.max(requested.annualIncome * 2, toMinor(100_000))}
            step={STEP * 5}
            valueText={formatMinor(terms.annualIncome)}
            onValueChange={(annualIncome) => set({ annualIncome: roundMinor(annualIncome) })}
          />
          <Slider
            label="Other monthly debt payments"
            value={terms.monthlyDebt}
            min={0}
            max={Math.max(requested.monthlyDebt * 2, toMinor(2_000))}
            step={toMinor(10)}
            valueText={formatMinor(terms.monthlyDebt)}
            onValueChange={(monthlyDebt) => set({ monthlyDebt: roundMinor(monthlyDebt) })}
          />
          <Hints affordability={estimate} onAmount={(amount) => set({ amount })} />
          {isChanged && (
            <Button variant="ghost" className="self-start" onClick={() => setTerms(requested)}>
              Reset to your request
            </Button>
          )}
        </div>
        <OfferEstimate affordability={estimate} title="Estimate today" />
      </div>
    </Section>
  );
}

type HintsProps = { affordability: Affordability; onAmount: (amount: Minor) => void };

/** Lists single changes that would result in approval. */
function Hints({ affordability, onAmount }: HintsProps) {
  const { change, decision, facts } = affordability;
  if (decision.decision === 'approved') return null;
  const largest = roundMinor(Math.floor(change.largestAmount / STEP) * STEP);
  const { neededIncome, neededDebtReduction, neededScore } = change;
  const changes = [
    largest > 0 && {
      key: 'amount',
      text: (
        <>
          {affordability.request.type === 'HOME_EQUITY' ? 'a lower limit' : 'a smaller loan'}, up to{' '}
          <button type="button" className="figures text-link" onClick={() => onAmount(largest)}>
            {formatMinor(largest)}
          </button>
        </>
      ),
    },
    neededIncome !== null &&
      neededIncome > facts.monthlyIncome && {
        key: 'income',
        text: `${formatMinor(roundMinor(neededIncome * 12))} in qualifying annual income`,
      },
    neededDebtReduction !== null &&
      neededDebtReduction > 0 && {
        key: 'debt',
        text: `${formatMinor(neededDebtReduction)} less in monthly debt payments`,
      },
    neededScore !== null &&
      neededScore > facts.score && { key: 'score', text: `a credit score of ${neededScore}` },
  ].filter((change) => change !== false);
  if (changes.length === 0) return <p className="text-ink-2">No single change would be enough.</p>;
  return (
    <div>
      <p className="font-medium">
        {changes.length === 1 ? 'This' : 'Each of these'} alone would get you approved:
      </p>
      <ul className="mt-1 list-disc pl-5 text-ink-2">
        {changes.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
