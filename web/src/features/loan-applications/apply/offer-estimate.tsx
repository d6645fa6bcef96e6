import { buildPolicyFacts, type Stated } from '@engine/credit/applicant-facts.ts';
import {
  type Decision,
  decide,
  getCharges,
  largestAmount,
  whatWouldChange,
} from '@engine/credit/decision.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import { assess, type CreditRequest, type RatePart } from '@engine/credit/policy.ts';
import { CREDIT_LINE } from '@engine/credit/terms.ts';
import { monthlyInterest } from '@engine/money/amortization.ts';
import { fromMinor, type Minor, markMinor, toMinor } from '@engine/money/minor.ts';
import { CircleCheck, CircleX, Shuffle } from 'lucide-react';
import { parseEmployment } from '@/entities/credit/applicant';
import { AprFigure } from '@/entities/debt/cost/apr';
import { formatMonths } from '@/entities/debt/data/terms';
import { PaymentFormula } from '@/entities/debt/payment-quote';
import { Explain } from '@/entities/explanation/explain';
import { formatExactRate, formatMinor, parseAmount } from '@/lib/money';
import { Bar } from '@/ui/bar';
import { classNames } from '@/ui/class-names';
import { Description } from '@/ui/description';
import { Money } from '@/ui/money';
import { Well } from '@/ui/panel';
import { getOfferCost } from '../offer/offer-cost';
import { type ApplicationFields, getAmount, getPurpose } from './application-schema';
import type { OwnHome } from './use-homes';

export function RateFigure({ rate, parts }: { rate: number; parts: readonly RatePart[] }) {
  return (
    <Explain
      title="Rate"
      lesson="wait-or-borrow"
      formula="Base rate for this loan type plus adjustments."
      inputs={[
        ...parts.map(({ text, percent }, index) => ({
          name: text,
          value:
            index === 0
              ? formatExactRate(percent)
              : `${percent < 0 ? '\u2212' : '+'}${formatExactRate(Math.abs(percent))}`,
        })),
        { name: 'Total rate', value: formatExactRate(rate) },
      ]}
      source="Credit policy 2026-11"
    >
      {formatExactRate(rate)}
    </Explain>
  );
}

type DecisionFigures = Pick<
  Decision,
  'debtToIncome' | 'reasons' | 'monthlyIncome' | 'monthlyDebt' | 'payment' | 'premium' | 'version'
>;

/** Renders the debt-to-income ratio with a mark at the limit. */
export function DebtShare({ decision, className }: { decision: DecisionFigures; className?: string }) {
  const { debtToIncome, reasons, monthlyIncome, monthlyDebt, payment, premium, version } = decision;
  const limit = reasons.find(({ code }) => code === 'debt')?.limit ?? 0;
  if (debtToIncome === null) return null;
  const isWithin = debtToIncome <= limit;
  return (
    <div className={classNames('text-sm', className)}>
      <p className="mb-2 flex justify-between gap-4">
        <span className="text-ink-3">Debt-to-income ratio</span>
        <span className="figures font-medium">
          <Explain
            title="Debt-to-income ratio"
            lesson="wait-or-borrow"
            formula="(monthly debts + new payment) ÷ monthly income"
            inputs={[
              { name: 'Monthly debt payments', value: formatMinor(monthlyDebt) },
              { name: 'New payment', value: formatMinor(payment) },
              ...(premium === undefined
                ? []
                : [{ name: 'Mortgage insurance (PMI)', value: formatMinor(premium) }]),
              { name: 'Qualifying monthly income', value: formatMinor(monthlyIncome) },
              { name: 'Limit for your score', value: formatExactRate(limit) },
            ]}
            source={`Credit policy ${version}. We count stated income up to 1.4 times your deposits at Sandbank.`}
          >
            {formatExactRate(debtToIncome)}
          </Explain>
          <span className="font-normal text-ink-3">, </span>
          <span className="font-normal text-ink-3">limit {formatExactRate(limit)}</span>
        </span>
      </p>
      <Bar
        label={`Your debt-to-income ratio is ${formatExactRate(debtToIncome)}. The limit is ${formatExactRate(limit)}`}
        share={debtToIncome / 100}
        mark={limit / 100}
        tone={isWithin ? 'accent' : 'negative'}
      />
    </div>
  );
}

const ANSWERS = {
  approved: { icon: CircleCheck, text: 'Likely approved', tone: 'text-positive' },
  countered: { icon: Shuffle, text: 'Likely approved with changes', tone: 'text-warning' },
  declined: { icon: CircleX, text: 'Likely declined', tone: 'text-negative' },
} as const;

type OfferEstimateProps = {
  affordability: Affordability | null;
  /** The most that the customer could borrow. Shown until there is an amount. */
  limit?: BorrowingLimit | null;
  /** The request for the input that the estimate still needs. */
  prompt?: string | undefined;
  title?: string;
};

/** Renders the decision that the credit policy would make for the current input. */
export function OfferEstimate({
  affordability,
  limit = null,
  prompt = 'Enter an amount to see your estimate.',
  title = 'Instant estimate',
}: OfferEstimateProps) {
  return (
    <Well aria-label={title} className="self-start lg:sticky lg:top-32">
      <h2 className="text-lg">{title}</h2>
      {affordability ? (
        <Answer {...affordability} />
      ) : limit ? (
        <Limit {...limit} />
      ) : (
        <p className="mt-2 text-ink-2">{prompt}</p>
      )}
    </Well>
  );
}

function Limit({ amount, months, rate }: BorrowingLimit) {
  if (amount <= 0)
    return <p className="mt-2 text-ink-2">We can’t approve any amount for this term right now.</p>;
  return (
    <>
      <p className="mt-2 text-ink-3 text-sm">You could borrow up to</p>
      <p aria-live="polite">
        <Money amount={fromMinor(amount)} size="panel" expected />
      </p>
      <p className="mt-1 text-ink-2">
        over {formatMonths(months)}
        {rate !== null && `, at ${formatExactRate(rate)}`}. Enter an amount to see the monthly payment.
      </p>
      <p className="mt-3 text-ink-3 text-sm">This estimate doesn’t affect your credit score.</p>
    </>
  );
}

function Answer({ decision, change, facts, request }: Affordability) {
  const { icon: Icon, text, tone } = ANSWERS[decision.decision];
  const against = decision.reasons.find(({ effect }) => effect === 'against');
  const hasIncome = facts.monthlyIncome > 0;
  const isLine = request.type === 'HOME_EQUITY';
  return (
    <>
      <p aria-live="polite" className="mt-3 flex items-start gap-2.5">
        <Icon className={`mt-0.5 size-5 shrink-0 ${tone}`} />
        <span>
          <strong className="font-semibold">{hasIncome ? text : 'Add your income to see an estimate'}</strong>
          {hasIncome && against && <span className="block text-ink-2 text-sm">{against.text}</span>}
        </span>
      </p>
      <p className="mt-4 text-ink-3 text-sm">
        {isLine ? 'Monthly payment to repay the full limit' : 'Monthly payment'}
      </p>
      <p>
        <PaymentFormula
          loan={{
            amount: fromMinor(markMinor(request.amount)),
            percent: decision.rate,
            months: isLine ? CREDIT_LINE.months - CREDIT_LINE.drawMonths : request.term,
          }}
          currency="USD"
        >
          <Money amount={fromMinor(decision.payment)} size="panel" expected />
        </PaymentFormula>
      </p>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-sm [&_dd]:figures [&_dd]:font-medium [&_dd]:text-base [&_dt]:text-ink-3">
        <Description term="Rate">
          <RateFigure rate={decision.rate} parts={decision.rateParts} />
        </Description>
        {isLine ? (
          <Description term="Monthly interest on the full limit">
            {formatMinor(monthlyInterest(request.amount, decision.rate))}
          </Description>
        ) : (
          <>
            <Description term="APR">
              <AprFigure
                debt={getOfferCost(
                  {
                    ...{ amount: markMinor(request.amount), rate: decision.rate, term: request.term },
                    ...getCharges(facts, request),
                  },
                  request.collateralValue === null ? null : fromMinor(markMinor(request.collateralValue)),
                )}
                currency="USD"
              />
            </Description>
            <Description term="Total interest">{formatMinor(decision.interest)}</Description>
            {decision.premium !== undefined && (
              <Description term="Mortgage insurance (PMI)">
                {formatMinor(decision.premium)} a month
              </Description>
            )}
          </>
        )}
      </dl>
      {hasIncome && (
        <>
          <DebtShare decision={decision} className="mt-4" />
          <p className="mt-4 border-line border-t pt-3 text-sm">
            {change.largestAmount > 0 ? (
              <>
                You could borrow up to{' '}
                <Explain
                  title="Maximum loan for this term"
                  lesson="wait-or-borrow"
                  formula="The largest amount our credit policy approves with your income, debts, and score."
                  inputs={[
                    { name: 'Qualifying monthly income', value: formatMinor(markMinor(facts.monthlyIncome)) },
                    { name: 'Monthly debt payments', value: formatMinor(markMinor(facts.monthlyDebt)) },
                    { name: 'Credit score', value: facts.score },
                  ]}
                  source={`Credit policy ${decision.version}`}
                >
                  <span className="figures font-semibold">{formatMinor(change.largestAmount)}</span>
                </Explain>
              </>
            ) : (
              'We can’t approve any amount for this term right now.'
            )}
          </p>
        </>
      )}
      <p className="mt-3 text-ink-3 text-sm">This estimate doesn’t affect your credit score.</p>
    </>
  );
}

/** The largest amount that the policy approves. */
export type BorrowingLimit = {
  amount: Minor;
  months: number;
  /** The rate in percent; null if it depends on the price and the down payment. */
  rate: number | null;
};

/** A price in major units at which the collateral never limits the loan. */
const UNLIMITED_PRICE = 1e9;

/**
 * Returns what the customer could borrow for the current purpose. Returns null without an income, and for a
 * line of credit, which depends on the chosen home.
 */
export function estimateLimit(fields: ApplicationFields, credit: CreditFacts): BorrowingLimit | null {
  const { type, bought, terms, usual } = getPurpose(fields.purpose);
  const facts = buildPolicyFacts(credit, {
    annualIncome: parseAmount(fields.annualIncome),
    monthlyDebt: parseAmount(fields.monthlyDebt) ?? 0,
    employment: parseEmployment(fields.employmentStatus),
  });
  if (facts.monthlyIncome === 0 || type === 'HOME_EQUITY') return null;
  const chosen = Number(fields.termMonths);
  const term = terms.includes(chosen) ? chosen : usual;
  const request: CreditRequest = { type, amount: 0, term, collateralValue: bought ? UNLIMITED_PRICE : null };
  const amount = largestAmount(facts, request);
  return { amount, months: term, rate: bought ? null : assess(facts, { ...request, amount }).rate };
}

/** The policy's result for the current input. */
export type Affordability = ReturnType<typeof evaluate>;

/** Applies the credit policy to the current input. Returns null if there is no amount. */
export function estimateAffordability(
  fields: ApplicationFields,
  credit: CreditFacts,
  { homes, prime }: { homes: readonly OwnHome[]; prime: number | undefined },
): Affordability | null {
  const amount = getAmount(fields);
  const term = Number(fields.termMonths);
  if (amount === null || !Number.isInteger(term) || term < 1) return null;
  const { type, bought } = getPurpose(fields.purpose);
  const price = parseAmount(fields.price);
  const home = homes.find(({ id }) => id === fields.homeId);
  const isLine = type === 'HOME_EQUITY';
  if (isLine && (!home || prime === undefined)) return null;
  return evaluate(credit, {
    request: {
      ...{ type, amount: toMinor(amount), term, collateralValue: bought && price ? price : null },
      ...(isLine && home && prime !== undefined && { collateralValue: home.value, lien: home.lien, prime }),
    },
    annualIncome: parseAmount(fields.annualIncome),
    monthlyDebt: parseAmount(fields.monthlyDebt) ?? 0,
    employment: parseEmployment(fields.employmentStatus),
  });
}

export function evaluate(credit: CreditFacts, { request, ...stated }: Stated & { request: CreditRequest }) {
  const facts = buildPolicyFacts(credit, stated);
  return { decision: decide(facts, request), change: whatWouldChange(facts, request), facts, request };
}
