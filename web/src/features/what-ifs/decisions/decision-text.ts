import { type DayNumber, dayText } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { joinNames } from '@engine/insights/join-names.ts';
import { POLICY_NAMES } from '@engine/insurance/policies.ts';
import type { Minor } from '@engine/money/minor.ts';
import { requiresInsurance } from '@engine/products/debts/mortgage-insurance.ts';
import type { ShockKind } from '@engine/simulation/state.ts';
import type { DebtStrategy, Decision, DecisionKind } from '@engine/what-if/what-if.ts';
import { formatEvery } from '@/entities/payment/frequencies';
import { getName } from '@/entities/what-if/projection';
import type { PlanChoice } from '@/features/accounts/account-plan';
import { formatCount } from '@/lib/count';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';

export const KIND_LABELS: Record<DecisionKind['kind'], string> = {
  extra_payment: 'Pay more on a debt each month',
  pay_on_time: 'Pay a debt on time each month',
  lump_payment: 'Make a one-time debt payment',
  debt_strategy: 'Pay off debts one at a time',
  save: 'Save regularly',
  new_income: 'A new income',
  new_bill: 'A new bill',
  change_rule: 'Change a recurring amount',
  stop_rule: 'Stop a recurring amount',
  purchase: 'Buy something once',
  buy_home: 'Buy a home',
  take_loan: 'Take a loan',
  withdraw_cd: 'Withdraw a CD early',
  choose_plan: 'Choose an account plan',
  payment_day: 'Change a payment day',
  biweekly: 'Pay a debt every two weeks',
  change_coverage: 'Change coverage',
  add_insurance: 'Add insurance',
  cancel_insurance: 'Cancel insurance',
  shock: 'Something happens',
};

export const SHOCK_LABELS: Record<ShockKind, string> = {
  job_loss: 'You lose your job',
  medical_bill: 'A medical bill',
  car_repair: 'A car repair',
  home_repair: 'A home repair',
  collision: 'A collision',
  home_damage: 'Damage to your home',
  market_fall: 'The market drops',
  currency_move: 'Exchange rates change',
  rate_change: 'Interest rates change',
  inflation: 'Prices rise faster',
  windfall: 'Unexpected money',
  card_fraud: 'Card fraud',
};

export const PLAN_LABELS: Record<PlanChoice, string> = {
  free: 'Everyday',
  classic: 'Classic',
  goal_saver: 'Goal Saver',
};

export const STRATEGY_LABELS: Record<DebtStrategy, string> = {
  snowball: 'Snowball',
  avalanche: 'Avalanche',
  custom: 'Your order',
};

export const STRATEGY_DESCRIPTIONS: Record<DebtStrategy, string> = {
  snowball: 'smallest balance first',
  avalanche: 'highest rate first',
  custom: 'in your own order',
};

export function formatDecision(
  decision: Decision,
  row: HouseholdRow,
  currency: string,
): { title: string; detail: string } {
  const name = (id: string | undefined) => getName(row, id);
  const money = (amount: number) => formatMinor(amount as Minor, currency);
  const from = `from ${formatMonth(decision.on)}`;
  const inMonth = `In ${formatMonth(decision.on)}`;
  switch (decision.kind) {
    case 'extra_payment':
      return {
        title: `Pay more on ${name(decision.debtId)}`,
        detail: `Every month ${from}, on top of your regular payment`,
      };
    case 'pay_on_time':
      return { title: `Pay ${name(decision.debtId)} on time`, detail: `Autopay each month ${from}` };
    case 'lump_payment':
      return {
        title: `Make a one-time payment on ${name(decision.debtId)}`,
        detail: `${inMonth}, from ${name(decision.accountId)}`,
      };
    case 'new_bill':
    case 'new_income': {
      const until = decision.until ? ` until ${formatMonth(decision.until)}` : '';
      const direction = decision.kind === 'new_bill' ? 'from' : 'into';
      return {
        title: decision.name,
        detail: `${formatEvery(decision.frequency)} ${from}${until}, ${direction} ${name(decision.accountId)}`,
      };
    }
    case 'save':
      return {
        title: `Save to ${name(decision.to)}`,
        detail: `${formatEvery(decision.frequency)} ${from}, from ${name(decision.from)}`,
      };
    case 'stop_rule':
      return { title: `Stop ${name(decision.ruleId)}`, detail: `Starting ${formatMonth(decision.on)}` };
    case 'change_rule':
      return { title: `Change ${name(decision.ruleId)}`, detail: `Each time ${from}` };
    case 'purchase':
      return {
        title: decision.name,
        detail: `Purchased ${lower(inMonth)}, from ${name(decision.accountId)}`,
      };
    case 'buy_home':
      return {
        title: decision.name,
        detail: `Bought ${lower(inMonth)} with ${money(decision.downPayment)} down from ${name(decision.accountId)} and a ${decision.years}-year mortgage at ${decision.rate}%${describeHomeCosts(decision, money)}`,
      };
    case 'take_loan':
      return {
        title: decision.name,
        detail: `Borrowed ${lower(inMonth)} for ${decision.months} months at ${decision.rate}%, deposited into ${name(decision.accountId)}`,
      };
    case 'withdraw_cd':
      return {
        title:
          decision.amount === undefined
            ? `Close ${name(decision.from)} early`
            : `Withdraw from ${name(decision.from)} early`,
        detail: `${inMonth}, to ${name(decision.to)}`,
      };
    case 'choose_plan':
      return {
        title: `${PLAN_LABELS[decision.plan]} plan for ${name(decision.accountId)}`,
        detail: `From the month after ${formatMonth(decision.on)}`,
      };
    case 'payment_day':
      return {
        title: `Pay ${name(decision.debtId)} on day ${decision.day}`,
        detail: `Each month, ${from}`,
      };
    case 'biweekly':
      return {
        title: `Pay ${name(decision.debtId)} every two weeks`,
        detail: `Half a payment every 14 days, ${from}`,
      };
    case 'change_coverage':
      return {
        title: `${POLICY_NAMES[decision.insurance]} with a ${money(decision.deductible)} deductible`,
        detail: `Starting ${formatMonth(decision.on)}`,
      };
    case 'add_insurance':
      return {
        title: `Get ${POLICY_NAMES[decision.insurance].toLowerCase()}`,
        detail: `${money(decision.deductible)} deductible ${from}, paid from ${name(decision.accountId)}`,
      };
    case 'cancel_insurance':
      return {
        title: `Cancel ${POLICY_NAMES[decision.insurance].toLowerCase()}`,
        detail: `Starting ${formatMonth(decision.on)}`,
      };
    case 'shock':
      return { title: SHOCK_LABELS[decision.shock], detail: shockDetail(decision) };
    case 'debt_strategy':
      return {
        title: `Pay off debts, ${STRATEGY_DESCRIPTIONS[decision.strategy]}`,
        detail: `Extra payments each month ${from}, paid from ${name(decision.accountId)} on top of your regular and minimum payments`,
      };
  }
}

/** Describes the costs of a home besides its price, such as `, plus escrow and closing costs of $1,845.00`. */
function describeHomeCosts(
  { price, downPayment, ...costs }: Extract<Decision, { kind: 'buy_home' }>,
  money: (amount: number) => string,
): string {
  const { pmiRate = 0, propertyTax = 0, homeInsurance = 0, closingCosts = 0 } = costs;
  const parts = [
    ...(pmiRate > 0 && requiresInsurance(price, downPayment) ? ['mortgage insurance'] : []),
    ...(propertyTax + homeInsurance > 0 ? [`escrow for ${money(propertyTax + homeInsurance)} a year`] : []),
    ...(closingCosts > 0 ? [`closing costs of ${money(closingCosts)}`] : []),
  ];
  return parts.length === 0 ? '' : `, plus ${joinNames(parts)}`;
}

function shockDetail({ shock, months, on }: Extract<Decision, { kind: 'shock' }>): string {
  const length = months === undefined ? '' : `, for ${formatCount(months, 'month')}`;
  return shock === 'job_loss'
    ? `No pay starting ${formatMonth(on)}${length}`
    : `In ${formatMonth(on)}${length}`;
}

/** Formats a day, such as `Nov 14, 2026`. */
export const formatDay = (day: DayNumber) => formatTextDate(dayText(day));

/** Formats a month, such as `Nov 2026`. */
export function formatMonth(day: DayNumber): string {
  return formatAs(dayText(day), 'MMM yyyy');
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Matches what-if names that start with a verb, such as "Pay $300 more on Car". */
const VERBS =
  /^(pay|lose|buy|take|save|stop|sell|move|decide|change|borrow|spend|earn|work|invest|rent|quit|retire|get|have|keep|give|cut|cancel|start|switch|repay|clear|put|go)\b/i;

/**
 * Formats a what-if's name as a question: "Pay $300 more on Car" becomes "What if you pay $300 more on Car?"
 */
export function getQuestion(name: string): string {
  if (/^what if/i.test(name) || name.endsWith('?')) return name;
  return VERBS.test(name) ? `What if you ${lower(name)}?` : `What if: ${name}?`;
}
