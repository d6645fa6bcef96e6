import { getMonth, listed, money, monthsLong } from '../../../../assistant/format.ts';
import { type Figure, figures, how, link, type Part, text } from '../../../../assistant/parts.ts';
import { addMonths, type DayNumber, dayText, monthsBetween } from '../../../../engine/calendar/calendar.ts';
import { spendingModel } from '../../../../engine/forecast/spending.ts';
import { getUsualPlan } from '../../../../engine/products/debts/biweekly-saving.ts';
import { getDebtTerms, getOutcome } from '../../../../engine/products/debts/debt-plans.ts';
import { isJobLost } from '../../../../engine/simulation/job-loss.ts';
import type { HouseholdState } from '../../../../engine/simulation/state.ts';
import { BENEFIT_CURRENCY, getBenefit, MAX_WEEKS } from '../../../../engine/simulation/unemployment.ts';
import { computeDifferences, findDivergences } from '../../../../engine/what-if/comparison.ts';
import {
  type Decision,
  type Projection,
  simulateWhatIf,
  type WhatIfOptions,
} from '../../../../engine/what-if/what-if.ts';
import { type Answer, type IntentOf, lead, PROJECTION_NOTE } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';

const USUAL_MONTHS = 5 * 12;
const MAX_MONTHS = 30 * 12;
const MAX_DIVERGENCES = 4;
const MAX_NAME_LENGTH = 80;
const MAX_ADDRESS_LENGTH = 4000;

/** Simulates the what-if and the baseline until the same day, and answers with the differences. */
export async function* answerWhatIf(
  { name, decisions }: IntentOf<'what_if'>,
  context: AnswerContext,
): Answer {
  const snapshot = await context.loadState();
  if (!snapshot) return yield text("You don't have any accounts yet, so we can't run a what-if.");
  const { simulated: state } = snapshot;
  const to = getHorizon(state, decisions, context.today);
  const options = await getWhatIfOptions(state, context);
  const baseline = simulateWhatIf(state, [], to, options);
  const branch = simulateWhatIf(state, decisions, to, options);
  const { currency } = branch;
  const refusal = branch.events.find(({ kind }) => kind === 'refused');
  if (refusal) return yield lead(`We can't run this what-if. ${refusal.text}`);
  const { points, interestSaved } = computeDifferences(branch, baseline);
  const formatMinor = (minor: number) => money(minor / 100, currency);
  const payoff = formatPayoff(decisions, branch, baseline);
  const interest =
    interestSaved === 0
      ? "You'd pay the same interest"
      : interestSaved > 0
        ? `You'd save ${formatMinor(interestSaved)} in interest`
        : `You'd pay ${formatMinor(-interestSaved)} more in interest`;
  const gain = points.at(-1)?.netWorth ?? 0;
  const change =
    gain === 0 ? 'the same as' : `${formatMinor(Math.abs(gain))} ${gain > 0 ? 'higher' : 'lower'} than`;
  const month = getMonth(dayText(to));
  yield lead(
    `${formatLostPay(state, decisions, context)}${payoff ? `${payoff} ${interest} through ${month}.` : `By ${month}, your net worth would be ${change} on your current path.`}${formatShortfall(branch, baseline)}`,
    PROJECTION_NOTE,
  );
  yield figures(...compareFigures(branch, baseline, interestSaved));
  yield {
    kind: 'course',
    title: `Net worth: ${name}`,
    currency,
    today: context.customer.today,
    points: branch.points.map(({ day, netWorth }) => ({ day: dayText(day), amount: netWorth / 100 })),
  };
  const divergences = findDivergences(branch, baseline).slice(0, MAX_DIVERGENCES);
  if (divergences.length > 0)
    yield figures(
      ...divergences.map(({ day, branch: here, baseline: there }) => ({
        label: context.formatDay(dayText(day)),
        value: here ?? `Current path only: ${there ?? ''}`,
      })),
    );
  yield how(`${name}, compared with your current path through ${context.formatDay(dayText(to))}.`, {
    rule: branch.assumptions.join(' '),
  });
  yield* linkToWhatIf(name, decisions);
}

/** Covers the payoff of the debts in the decisions, and at least five years. */
function getHorizon(state: HouseholdState, decisions: readonly Decision[], today: DayNumber): DayNumber {
  const ids = new Set(decisions.flatMap((decision) => ('debtId' in decision ? [decision.debtId] : [])));
  const months = state.debts
    .filter(({ id }) => ids.has(id))
    .map((debt) => getOutcome(getDebtTerms(debt), getUsualPlan(debt)).months + 2);
  return addMonths(today, Math.min(MAX_MONTHS, Math.max(USUAL_MONTHS, ...months)));
}

export async function getWhatIfOptions(
  state: HouseholdState,
  context: AnswerContext,
): Promise<WhatIfOptions> {
  const { model } = spendingModel(await context.loadSpending(state), context.today);
  return {
    currency: context.baseCurrency,
    rates: context.customer.rates,
    now: state.at,
    ...(model && { spending: model }),
  };
}

/**
 * Describes when the first debt in the decisions is paid off. Returns null if the decisions include no debt.
 */
function formatPayoff(
  decisions: readonly Decision[],
  branch: Projection,
  baseline: Projection,
): string | null {
  const decision = decisions.find((item) => 'debtId' in item);
  if (!decision || !('debtId' in decision)) return null;
  const [payoff, current] = [branch, baseline].map(
    ({ events }) =>
      events.find(({ kind, subject }) => kind === 'debt_gone' && subject === decision.debtId)?.day,
  );
  if (payoff === undefined) return "You wouldn't pay off the debt in that time.";
  const lead = `You'd pay it off in ${getMonth(dayText(payoff))}`;
  if (current === undefined) return `${lead}. On your current path, you wouldn't pay it off in that time.`;
  const sooner = monthsBetween(payoff, current);
  if (sooner === 0) return `${lead}, the same month as on your current path.`;
  return `${lead} instead of ${getMonth(dayText(current))}, ${monthsLong(Math.abs(sooner))} ${sooner > 0 ? 'sooner' : 'later'}.`;
}

/** Describes the pay that a job loss stops and the unemployment benefits. Empty without a job loss. */
function formatLostPay(
  state: HouseholdState,
  decisions: readonly Decision[],
  context: AnswerContext,
): string {
  const decision = decisions.find((item) => item.kind === 'shock' && item.shock === 'job_loss');
  if (decision?.kind !== 'shock') return '';
  const { id, size, months, on = context.today } = decision;
  const shock = { id, size, on, kind: 'job_loss' as const, ...(months && { months }) };
  const lost = state.autoDeposits.filter(
    ({ id, isPay, recurrence }) => isPay && !recurrence.paused && isJobLost(shock, id),
  );
  const pay = lost.map(({ amount, accountId }) =>
    money(amount / 100, context.findAccount({ id: accountId })?.currency ?? context.baseCurrency),
  );
  const stopped = `Your pay of ${listed(pay)} would stop${months ? ` for ${monthsLong(months)}` : ''}.`;
  const benefit = getBenefit(state, shock);
  if (benefit)
    return `${stopped} Unemployment benefits would pay ${money(benefit.weekly / 100, BENEFIT_CURRENCY)} a week for up to ${MAX_WEEKS} weeks, after a waiting week. `;
  const why = state.unemployment
    ? 'this pay has no details to compute them from'
    : 'they’re off in Settings > Time and checkpoints > Realism';
  return `${stopped} No unemployment benefits are included, because ${why}. `;
}

function formatShortfall(branch: Projection, baseline: Projection): string {
  if (branch.firstFailure === null) return '';
  const month = getMonth(dayText(branch.firstFailure));
  return baseline.firstFailure === null
    ? ` But in ${month}, one of your accounts wouldn't have enough money for a payment.`
    : ` One of your accounts wouldn't have enough money for a payment in ${month}. On your current path, that happens in ${getMonth(dayText(baseline.firstFailure))}.`;
}

function compareFigures(branch: Projection, baseline: Projection, interestSaved: number): Figure[] {
  const { currency } = branch;
  const toFigure = (label: string, minor: number) => ({ label, amount: minor / 100, currency });
  const getNetWorth = ({ points }: Projection) => points.at(-1)?.netWorth ?? 0;
  return [
    toFigure('Ending net worth', getNetWorth(branch)),
    toFigure('Ending net worth on your current path', getNetWorth(baseline)),
    toFigure(interestSaved < 0 ? 'More interest' : 'Interest saved', Math.abs(interestSaved)),
    toFigure('Lowest cash balance', branch.lowestCash.amount),
    toFigure('Lowest cash balance on your current path', baseline.lowestCash.amount),
  ];
}

function* linkToWhatIf(name: string, decisions: readonly Decision[]): Generator<Part> {
  const branch = JSON.stringify({ name: name.slice(0, MAX_NAME_LENGTH), decisions });
  const address = `/forecasts/what-if?branch=${encodeURIComponent(branch)}`;
  if (address.length <= MAX_ADDRESS_LENGTH) yield link('Open as a what-if', address);
}
