import type { DayNumber } from '../calendar/calendar.ts';
import { type Minor, markMinor } from '../money/minor.ts';
import { getStars, type RunPoint, type ScenarioRun } from './run-state.ts';
import type { Scenario } from './scenario.ts';
import { counted, dollars, figureValue, getScenarioValues, type TextValue } from './text.ts';

/** The totals of the run and of the reference that scenario texts can use. */
const SUMS = ['cash', 'net_worth', 'debt', 'invested', 'income', 'spent', 'interest', 'fees'] as const;
type Sum = (typeof SUMS)[number];

const PLAY_COUNTS = ['late_fees', 'failed_payments', 'stars', 'days'] as const;
const PLAY_MOMENTS = ['best_month', 'worst_month', 'lowest_day', 'ended'] as const;
const PLAY_AMOUNTS = ['best_change', 'worst_change', 'lowest'] as const;

const getSum = (point: RunPoint, sum: Sum): number => (sum === 'net_worth' ? point.netWorth : point[sum]);

/**
 * Returns true if a placeholder is a value of the run. `ID` is the id of an item in the pack.
 * - `play.` with `cash`, `net_worth`, `debt`, `invested`, `income`, `spent`, `interest`, `fees`, `late_fees`,
 * `failed_payments`, `stars`, `days`, or `ended`;
 * - `play.balance.ID` for an account, card, loan, or mortgage;
 * - `play.` with `best_month`, `best_change`, `worst_month`, `worst_change` (of net worth), `lowest`, or
 * `lowest_day` (of cash);
 * - `objective.ID.value`;
 * - if the pack has a reference, `reference.SUM` and `difference.SUM` for each of `SUMS`. Differences have no
 * sign.
 */
export function isRunValue(name: string, { start, objectives, debrief }: Scenario): boolean {
  const [group, field = '', last] = name.split('.');
  const isSum = SUMS.some((sum) => sum === field);
  if (group === 'reference' || group === 'difference')
    return isSum && last === undefined && debrief.reference !== undefined;
  if (group === 'objective') return last === 'value' && objectives.some(({ id }) => id === field);
  if (group !== 'play') return false;
  if (field === 'balance')
    return [...start.accounts, ...start.cards, ...start.loans, ...start.mortgages].some(
      ({ id }) => id === last,
    );
  const others: readonly string[] = [...PLAY_COUNTS, ...PLAY_MOMENTS, ...PLAY_AMOUNTS];
  return last === undefined && (isSum || others.includes(field));
}

/**
 * Returns the values of all placeholders in a pack. By default, these are the values at the end of the run.
 */
export function getRunValues(
  pack: Scenario,
  scenarioRun: ScenarioRun,
  { reference, at = scenarioRun.months.at(-1) }: { reference?: ScenarioRun | null; at?: RunPoint } = {},
): Map<string, TextValue> {
  const values = getScenarioValues(pack);
  for (const { id, figure, value } of scenarioRun.objectives)
    if (value !== null) values.set(`objective.${id}.value`, figureValue(figure, value, true));
  values.set('play.stars', counted(getStars(scenarioRun).stars));
  if (scenarioRun.outcome) values.set('play.ended', { unit: 'day', day: scenarioRun.outcome.on });
  if (scenarioRun.lowest) {
    values.set('play.lowest', dollars(scenarioRun.lowest.cash));
    values.set('play.lowest_day', { unit: 'day', day: scenarioRun.lowest.day });
  }
  const { best, worst } = getMonths(scenarioRun);
  for (const [name, month] of Object.entries({ best, worst })) {
    if (!month) continue;
    values.set(`play.${name}_month`, { unit: 'day', day: month.day });
    values.set(`play.${name}_change`, dollars(month.change));
  }
  if (!at) return values;
  for (const sum of SUMS) values.set(`play.${sum}`, dollars(getSum(at, sum)));
  values.set('play.late_fees', counted(at.lateFees));
  values.set('play.failed_payments', counted(at.failedPayments));
  values.set('play.days', counted(at.day - scenarioRun.begins + 1));
  for (const [name, id] of Object.entries(scenarioRun.ids)) {
    const balance = at.balances[id];
    if (balance !== undefined) values.set(`play.balance.${name}`, dollars(balance));
  }
  const other = reference?.months.at(-1);
  for (const sum of other ? SUMS : []) {
    if (!other) break;
    values.set(`reference.${sum}`, dollars(getSum(other, sum)));
    values.set(`difference.${sum}`, dollars(Math.abs(getSum(at, sum) - getSum(other, sum))));
  }
  return values;
}

export type MonthChange = { day: DayNumber; change: Minor };

/**
 * Returns the months with the largest gain and loss in net worth. Both are null until there are two full
 * months.
 */
function getMonths({ months }: ScenarioRun): { best: MonthChange | null; worst: MonthChange | null } {
  const changes = months.slice(1).map(({ day, netWorth }, index) => ({
    day,
    change: markMinor(netWorth - (months[index]?.netWorth ?? netWorth)),
  }));
  const [first] = changes;
  if (!first) return { best: null, worst: null };
  return {
    best: changes.reduce((left, right) => (right.change > left.change ? right : left), first),
    worst: changes.reduce((left, right) => (right.change < left.change ? right : left), first),
  };
}

export type Debrief = NonNullable<ReturnType<typeof buildDebrief>>;

/** Builds the debrief of a finished run. Returns null if the run is not finished. */
export function buildDebrief(pack: Scenario, scenarioRun: ScenarioRun, reference: ScenarioRun | null = null) {
  const { outcome } = scenarioRun;
  if (!outcome) return null;
  const { debrief } = pack;
  const objectivesById = new Map(pack.objectives.map((objective) => [objective.id, objective]));
  const crossed = new Map(pack.losing.map(({ id, text }) => [id, text]));
  const titles = new Map(pack.events.map(({ id, title }) => [id, title]));
  return {
    state: outcome.state,
    on: outcome.on,
    stars: getStars(scenarioRun).stars,
    /** The text of the condition or objective that caused the loss. */
    decidedBy:
      outcome.by === undefined
        ? null
        : (crossed.get(outcome.by) ?? objectivesById.get(outcome.by)?.missed ?? null),
    paragraphs: outcome.state === 'won' ? debrief.won : debrief.lost,
    objectives: scenarioRun.objectives.map(({ id, required, standing: status, when }) => {
      // An `always` objective that is still open at the end counts as met.
      const isMet = status === 'met' || (status === 'open' && when === 'always');
      const objective = objectivesById.get(id);
      return {
        id,
        required,
        isMet,
        text: objective?.text ?? '',
        result: (isMet ? objective?.met : objective?.missed) ?? '',
      };
    }),
    ...getMonths(scenarioRun),
    turns: [...scenarioRun.turns]
      .sort((left, right) => left.day - right.day)
      .map((turn) => ({
        ...turn,
        text:
          titles.get(turn.subject) ??
          crossed.get(turn.subject) ??
          objectivesById.get(turn.subject)?.text ??
          null,
      })),
    reference: reference ? (debrief.reference?.text ?? null) : null,
    next: debrief.next ?? null,
    /** The values of the placeholders in the texts. */
    values: getRunValues(pack, scenarioRun, { reference }),
  };
}
