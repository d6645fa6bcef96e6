import { Zone } from '../calendar/calendar.ts';
import { occursOn } from '../calendar/recurrence.ts';
import { isEnded, POLICY_NAMES } from '../insurance/policies.ts';
import { getCurrentPremium } from '../insurance/surcharge.ts';
import {
  getPolicyOptions,
  POLICY_KINDS,
  type PolicyKind,
  type PolicyTerms,
  RENEWAL_POINTS,
} from '../insurance/terms.ts';
import type {
  AccountState,
  Currency,
  HouseholdState,
  PolicyState,
  ScheduledPaymentState,
} from '../simulation/state.ts';
import { readPriceIndex, yearsSince } from '../simulation/yearly-adjustment.ts';
import { PAYMENTS_AT_MINUTES, usualAccount } from './household.ts';
import { type Moment, Refused, requireAccount } from './moment.ts';

type CoverageKind = 'change_coverage' | 'add_insurance' | 'cancel_insurance';
type Situation<K extends CoverageKind> = Pick<Moment<K>, 'state' | 'decision' | 'today'> & {
  currency: Currency;
};

const PAYEE = 'Harbor Insurance';
const CATEGORIES: Record<PolicyKind, string> = {
  health: 'Healthcare',
  car: 'Transportation',
  home: 'Housing',
  renters: 'Housing',
};
/** The yearly increases of premiums that the bank allows, in percent. */
const INCREASE = { least: 0.01, most: 50 };

/** The terms of a policy after a decision. `payer` is null if a paycheck or an escrow account pays the premium. */
export type CoveragePlan = { terms: PolicyTerms; payer: AccountState | null };

/** Returns the policy that a decision chooses. Throws `Refused` if the bank doesn't offer it. */
function requireTerms(insurance: PolicyKind, deductible: number): PolicyTerms {
  const terms = getPolicyOptions(insurance).find((option) => option.deductible === deductible);
  if (!terms) throw new Refused('this deductible isn’t offered.');
  return terms;
}

const getPolicy = ({ insurance }: HouseholdState, kind: PolicyKind): PolicyState | undefined => {
  const policy = insurance?.[kind];
  return policy && !isEnded(policy) ? policy : undefined;
};

/** Returns true if a paycheck or an escrow account already pays the premium, as `bank.is_premium_included` does. */
function isPremiumIncluded(state: HouseholdState, kind: PolicyKind): boolean {
  const zone = new Zone(state.timeZone);
  if (kind === 'health')
    return state.autoDeposits.some(
      ({ isPay, pay, recurrence }) =>
        isPay && pay && pay.health > 0 && !recurrence.paused && occursOn(recurrence, recurrence.next, zone),
    );
  return kind === 'home' && state.debts.some(({ escrow }) => escrow !== undefined && escrow.insurance > 0);
}

/** Returns the terms of another deductible. Throws `Refused` if there is no such policy, or no change. */
export function planCoverageChange({
  state,
  decision: { insurance, deductible },
  currency,
}: Situation<'change_coverage'>): CoveragePlan {
  const policy = getPolicy(state, insurance);
  const name = POLICY_NAMES[insurance].toLowerCase();
  if (!policy) throw new Refused(`you don’t have ${name}.`);
  if (policy.deductible === deductible) throw new Refused(`your ${name} already has this deductible.`);
  const terms = requireTerms(insurance, deductible);
  if (isPremiumIncluded(state, insurance)) return { terms, payer: null };
  const payment = state.scheduledPayments.find(({ id }) => id === policy.paymentId);
  const payer = payment
    ? requireAccount({ state, currency }, payment.accountId)
    : usualAccount(state, currency);
  if (!payer) throw new Refused('there is no account to pay the premium from.');
  return { terms, payer };
}

export function changeCoverage(moment: Moment<'change_coverage'>): undefined {
  startPolicy(moment, planCoverageChange(moment));
}

/** Returns the terms of a new policy. Throws `Refused` if there already is one. */
export function planInsurance({
  state,
  decision: { insurance, deductible, accountId },
  currency,
}: Situation<'add_insurance'>): CoveragePlan {
  if (getPolicy(state, insurance))
    throw new Refused(`you already have ${POLICY_NAMES[insurance].toLowerCase()}.`);
  const terms = requireTerms(insurance, deductible);
  if (isPremiumIncluded(state, insurance)) return { terms, payer: null };
  return { terms, payer: requireAccount({ state, currency }, accountId) };
}

export function addInsurance(moment: Moment<'add_insurance'>): undefined {
  startPolicy(moment, planInsurance(moment));
}

/** Throws `Refused` if there is no such policy. */
export function requirePolicy({
  state,
  decision: { insurance },
}: Situation<'cancel_insurance'>): PolicyState {
  const policy = getPolicy(state, insurance);
  if (!policy) throw new Refused(`you don’t have ${POLICY_NAMES[insurance].toLowerCase()}.`);
  return policy;
}

export function cancelInsurance(moment: Moment<'cancel_insurance'>): undefined {
  const { state, decision } = moment;
  const { paymentId } = requirePolicy(moment);
  state.scheduledPayments = state.scheduledPayments.filter(({ id }) => id !== paymentId);
  const { [decision.insurance]: _, ...rest } = state.insurance ?? {};
  if (Object.keys(rest).length > 0) state.insurance = rest;
  else delete state.insurance;
}

/** Starts or changes a policy and its premium, as the bank does (`set_insurance`). */
function startPolicy(
  {
    state,
    decision,
    today,
  }: Pick<Moment<'change_coverage' | 'add_insurance'>, 'state' | 'decision' | 'today'>,
  { terms, payer }: CoveragePlan,
): void {
  const { insurance } = decision;
  const old = state.insurance?.[insurance];
  if (insurance === 'car') state.drivingRecord ??= {};
  const paymentId = payer ? schedulePremium(state, decision, { terms, payer, today }) : undefined;
  state.insurance = {
    ...state.insurance,
    [insurance]: {
      since: today,
      coinsurance: terms.coinsurance,
      deductible: terms.deductible,
      ...(paymentId !== undefined && { paymentId }),
      ...(terms.outOfPocketLimit !== null && { limit: terms.outOfPocketLimit }),
      ...(old?.used && { used: old.used }),
      ...(old && !isEnded(old) && old.unpaidSince !== undefined && { unpaidSince: old.unpaidSince }),
      ...(old && !isEnded(old) && old.warningDue && { warningDue: old.warningDue }),
    },
  };
}

/** Schedules the premium from tomorrow on, or changes the existing payment. Returns its id. */
function schedulePremium(
  state: HouseholdState,
  { id, insurance }: Moment<'change_coverage' | 'add_insurance'>['decision'],
  { terms, payer, today }: { terms: PolicyTerms; payer: AccountState; today: number },
): string {
  const premium = getCurrentPremium(terms.premium, insurance === 'car' ? state.drivingRecord : undefined);
  const { level, inflation } = readPriceIndex({ life: state.spendingProfile, prices: state.prices });
  const existing = state.scheduledPayments.find(
    (payment) => payment.id === state.insurance?.[insurance]?.paymentId,
  );
  if (existing) {
    const { recurrence, yearly } = existing;
    existing.amount = premium;
    existing.accountId = payer.id;
    delete recurrence.paused;
    if (yearly) existing.yearly = { ...yearly, year: yearsSince(recurrence.start, today), level };
    return existing.id;
  }
  const payment: ScheduledPaymentState = {
    id,
    name: POLICY_NAMES[insurance],
    accountId: payer.id,
    to: { kind: 'outside', name: PAYEE },
    amount: premium,
    category: CATEGORIES[insurance],
    weekend: 'stays',
    recurrence: { frequency: 'MONTHLY', start: today + 1, minutes: PAYMENTS_AT_MINUTES, next: 0 },
    changed: {},
    retry: null,
    yearly: { by: getYearlyIncrease(inflation), year: 0, level },
  };
  state.scheduledPayments.push(payment);
  return payment.id;
}

/** Returns the yearly increase of a premium in percent: inflation plus 3 points. */
function getYearlyIncrease(inflation: number): number {
  const percent = Math.round((inflation + RENEWAL_POINTS) * 100) / 100;
  return Math.min(INCREASE.most, Math.max(INCREASE.least, percent));
}

/** The insurance of a household for a comparison, by kind. */
export type Coverage = Partial<Record<PolicyKind, Pick<PolicyState, 'deductible' | 'coinsurance' | 'limit'>>>;

/** Returns the terms of the policies in force. */
export function getCoverage(state: HouseholdState): Coverage {
  const coverage: Coverage = {};
  for (const kind of POLICY_KINDS) {
    const policy = getPolicy(state, kind);
    if (!policy) continue;
    const { deductible, coinsurance, limit } = policy;
    coverage[kind] = { deductible, coinsurance, ...(limit !== undefined && { limit }) };
  }
  return coverage;
}
