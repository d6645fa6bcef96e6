import {
  choices,
  counted,
  figures,
  formatAssumed,
  getMonth,
  how,
  link,
  money,
  monthsLong,
  text,
} from '../../../assistant/format.ts';
import type { Question } from '../../../assistant/intent.ts';
import type { Figure, Part } from '../../../assistant/parts.ts';
import { addMonths, type DayNumber, dayText, monthsBetween } from '../../../engine/calendar/calendar.ts';
import { spendingModel } from '../../../engine/forecast/spending.ts';
import { getOutcome } from '../../../engine/products/debt-plans.ts';
import type { HouseholdState } from '../../../engine/simulation/state.ts';
import {
  compareStrategies,
  computeDifferences,
  findDivergences,
} from '../../../engine/what-if/comparison.ts';
import { usualAccount } from '../../../engine/what-if/household.ts';
import {
  type Decision,
  type Projection,
  simulateWhatIf,
  type WhatIfOptions,
} from '../../../engine/what-if/what-if.ts';
import type { Answer, Asking, Assumptions } from './asking.ts';
import { getTerms } from './debts.ts';

const USUAL_YEARS = 5;
const LONGEST_YEARS = 30;
const LONGEST_ADDRESS = 4000;

type WhatIf = Extract<Question, { kind: 'what_if' }> & Assumptions;

/** Simulates the what-if and the baseline to the same day and answers with the differences. */
export async function* whatIf({ name, decisions, assumed }: WhatIf, asking: Asking): Answer {
  const snapshot = await asking.state();
  if (!snapshot) return yield text("You don't have any accounts yet, so we can't run a what-if.");
  const { simulated: state } = snapshot;
  const to = getHorizon(state, decisions, asking.today);
  const options = await getOptions(state, asking);
  const baseline = simulateWhatIf(state, [], to, options);
  const branch = simulateWhatIf(state, decisions, to, options);
  const currency = branch.currency;
  const formatMinor = (minor: number) => money(minor / 100, currency);
  const differences = computeDifferences(branch, baseline);
  const refused = branch.events.find(({ kind }) => kind === 'refused');
  if (refused) return yield text(`We can't run this what-if: ${refused.words}.${formatAssumed(assumed)}`);
  const ends = differences.points.at(-1)?.netWorth ?? 0;
  const gone = formatDebt(decisions, branch, baseline);
  const saved = differences.interestSaved;
  const lead = gone
    ? `${gone} ${saved === 0 ? 'You pay the same interest' : saved > 0 ? `You save ${formatMinor(saved)} in interest` : `You pay ${formatMinor(-saved)} more in interest`} through ${getMonth(dayText(to))}.`
    : `By ${getMonth(dayText(to))}, your net worth would be ${ends === 0 ? 'the same as' : `${formatMinor(Math.abs(ends))} ${ends > 0 ? 'higher' : 'lower'} than`} on your current path.`;
  yield text(
    `${lead}${formatShort(branch, baseline)}${formatAssumed(assumed)} This is a projection, not advice.`,
  );
  yield figures(...compareFigures(branch, baseline, saved));
  yield {
    kind: 'course',
    title: `Net worth: ${name}`,
    currency,
    today: asking.known.today,
    points: branch.points.map(({ day, netWorth }) => ({ day: dayText(day), amount: netWorth / 100 })),
  };
  const moments = findDivergences(branch, baseline).slice(0, 4);
  if (moments.length > 0)
    yield figures(
      ...moments.map(
        ({ day, branch: mine, baseline: others }): Figure => ({
          label: asking.formatDay(dayText(day)),
          value: mine ?? `Current path only: ${others ?? ''}`,
        }),
      ),
    );
  yield how(`${name}, compared with your current path through ${asking.formatDay(dayText(to))}.`, {
    rule: branch.assumptions.join(' '),
  });
  yield* opened(name, decisions);
}

/** Covers the payoff of the debts in the decisions, and at least five years. */
function getHorizon(state: HouseholdState, decisions: readonly Decision[], today: DayNumber): DayNumber {
  const ids = new Set(decisions.flatMap((one) => ('debtId' in one ? [one.debtId] : [])));
  const months = state.debts
    .filter(({ id }) => ids.has(id))
    .map((debt) => getOutcome(getTerms(debt), { extra: debt.autopay?.extra ?? 0 }).months + 2);
  return addMonths(today, Math.min(LONGEST_YEARS * 12, Math.max(USUAL_YEARS * 12, ...months)));
}

async function getOptions(state: HouseholdState, asking: Asking): Promise<WhatIfOptions> {
  const { model } = spendingModel(await asking.spending(state), asking.today);
  return {
    currency: asking.base,
    rates: asking.known.rates,
    now: state.at,
    ...(model && { spending: model }),
  };
}

const goneOn = ({ events }: Projection, id: string) =>
  events.find(({ kind, subject }) => kind === 'debt_gone' && subject === id)?.day ?? null;

function formatDebt(decisions: readonly Decision[], branch: Projection, baseline: Projection): string | null {
  const id = decisions.find((one) => 'debtId' in one);
  if (!id || !('debtId' in id)) return null;
  const [then, otherwise] = [goneOn(branch, id.debtId), goneOn(baseline, id.debtId)];
  if (then === null) return "You wouldn't pay off the debt in that time.";
  if (otherwise === null)
    return `You'd pay it off in ${getMonth(dayText(then))}. On your current path, you wouldn't pay it off in that time.`;
  const sooner = monthsBetween(then, otherwise);
  return `You'd pay it off in ${getMonth(dayText(then))}${sooner === 0 ? ', the same month as on your current path' : ` instead of ${getMonth(dayText(otherwise))}, ${monthsLong(Math.abs(sooner))} ${sooner > 0 ? 'sooner' : 'later'}`}.`;
}

function formatShort(branch: Projection, baseline: Projection): string {
  if (branch.firstFailure === null) return '';
  const when = getMonth(dayText(branch.firstFailure));
  return baseline.firstFailure === null
    ? ` But in ${when}, an account wouldn't have enough for a payment.`
    : ` An account wouldn't have enough for a payment in ${when}. On your current path, that happens in ${getMonth(dayText(baseline.firstFailure))}.`;
}

function compareFigures(branch: Projection, baseline: Projection, saved: number): Figure[] {
  const currency = branch.currency;
  const last = (projection: Projection) => (projection.points.at(-1)?.netWorth ?? 0) / 100;
  return [
    { label: 'Net worth at the end', amount: last(branch), currency },
    { label: 'Net worth on your current path', amount: last(baseline), currency },
    { label: saved < 0 ? 'More interest' : 'Interest saved', amount: Math.abs(saved) / 100, currency },
    { label: 'Lowest cash', amount: branch.lowestCash.amount / 100, currency },
    { label: 'Lowest cash on your current path', amount: baseline.lowestCash.amount / 100, currency },
  ];
}

function* opened(name: string, decisions: readonly Decision[]): Generator<Part> {
  const address = `/forecasts/what-if?branch=${encodeURIComponent(JSON.stringify({ name: name.slice(0, 80), decisions }))}`;
  if (address.length <= LONGEST_ADDRESS) yield link('Open as a what-if', address);
}

type Strategies = Extract<Question, { kind: 'debt_strategies' }> & Assumptions;

export async function* strategies({ monthly, assumed }: Strategies, asking: Asking): Answer {
  const snapshot = await asking.state();
  const account = snapshot && usualAccount(snapshot.simulated, asking.base);
  if (!snapshot || !account) return yield text("You don't have an account to pay from.");
  const { simulated: state } = snapshot;
  if (state.debts.every(({ balance }) => balance <= 0) && state.cards.every(({ balance }) => balance <= 0))
    return yield text("You don't have any debt to pay off.");
  const budget = Math.round((monthly ?? 0) * 100);
  if (budget <= 0) {
    yield text(
      "How much extra can you pay each month, on top of your installments and minimum payments? We'll compare both strategies.",
    );
    yield choices(
      ...[100, 200, 500].map((amount) => `Snowball or avalanche with ${money(amount, asking.base)} a month?`),
    );
    return;
  }
  const results = compareStrategies(
    state,
    { monthly: budget, accountId: account.id },
    await getOptions(state, asking),
  );
  const [baseline, snowball, avalanche] = results;
  if (!baseline || !snowball || !avalanche) return;
  const formatMinor = (minor: number) => money(minor / 100, asking.base);
  const saved = snowball.interestPaid - avalanche.interestPaid;
  const span = (months: number | null) =>
    months === null ? 'in more than 40 years' : `in ${monthsLong(months)}`;
  yield text(
    `With ${formatMinor(budget)} extra a month, avalanche (highest rate first) pays everything off ${span(avalanche.months)}, and snowball (smallest balance first) ${span(snowball.months)}. ${saved === 0 ? 'Both cost the same in interest.' : `${saved > 0 ? 'Avalanche' : 'Snowball'} saves you ${formatMinor(Math.abs(saved))} in interest.`}${formatAssumed(assumed)} This is a projection, not advice.`,
  );
  yield figures(
    { label: 'Interest, avalanche', amount: avalanche.interestPaid / 100, currency: asking.base },
    { label: 'Interest, snowball', amount: snowball.interestPaid / 100, currency: asking.base },
    { label: 'Interest on your current path', amount: baseline.interestPaid / 100, currency: asking.base },
    avalanche.payoffs[0] ? { label: 'First payoff, avalanche', value: avalanche.payoffs[0].words } : null,
    snowball.payoffs[0] ? { label: 'First payoff, snowball', value: snowball.payoffs[0].words } : null,
  );
  yield how(
    `Both strategies with ${formatMinor(budget)} extra a month on ${counted(state.debts.length + state.cards.length, 'debt')}, until you pay off the last one.`,
    {
      rule: 'You make every installment and minimum payment, and the extra amount goes to the first debt in the order.',
    },
  );
  yield link('Compare month by month', '/forecasts/what-if?begin=debt-order');
}
