import { buildPolicyFacts, getAverageIncome, type Stated } from '@engine/credit/applicant-facts.ts';
import { type Change, type Decision, decide, whatWouldChange } from '@engine/credit/decision.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import type { CreditRequest, PolicyFacts } from '@engine/credit/policy.ts';
import { type Employment, INCOME_RULES } from '@engine/credit/terms.ts';
import { fromMinor, type Minor, parseAmount, toMinor } from '@/lib/money';
import { type ApplicationFields, getAmount, getPurpose } from './application-schema';

/** The policy's result for the current input. */
export type Affordability = {
  decision: Decision;
  change: Change;
  facts: PolicyFacts;
  request: CreditRequest;
};

/** Applies the credit policy to the current input; null without an amount. */
export function estimateAffordability(fields: ApplicationFields, credit: CreditFacts): Affordability | null {
  const amount = getAmount(fields);
  const term = Number(fields.termMonths);
  if (amount === null || !Number.isInteger(term) || term < 1) return null;
  const { type, bought } = getPurpose(fields.purpose);
  const price = parseAmount(fields.price);
  return judge(credit, {
    request: { type, amount: toMinor(amount), term, collateralValue: bought && price ? price : null },
    annualIncome: parseAmount(fields.annualIncome),
    monthlyDebt: parseAmount(fields.monthlyDebt) ?? 0,
    employment: parseEmployment(fields.employmentStatus),
  });
}

type Asked = Stated & { request: CreditRequest };

/** Reads the employment status of a form or an application row; null for one the policy does not know. */
export function parseEmployment(status: string | null): Employment | null {
  return status !== null && status in INCOME_RULES ? (status as Employment) : null;
}

export function judge(credit: CreditFacts, { request, ...stated }: Asked): Affordability {
  const facts = buildPolicyFacts(credit, stated);
  return { decision: decide(facts, request), change: whatWouldChange(facts, request), facts, request };
}

/** Incomes are whole dollars. */
const WHOLE = 100;

/** Returns a year of the average monthly income in major units; null before three full months. */
export function yearlyIncomeSeen(credit: CreditFacts): number | null {
  const month = getAverageIncome(credit);
  return month === null || month === 0
    ? null
    : fromMinor((Math.round((month * 12) / WHOLE) * WHOLE) as Minor);
}
