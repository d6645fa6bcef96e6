import { type DayNumber, Zone } from '../calendar/calendar.ts';
import { buildHouseholdState } from '../household/state.ts';
import { toMinor } from '../money/minor.ts';
import { PMI_RATE } from '../products/debts/mortgage-insurance.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { applyDecision } from '../what-if/decisions.ts';
import { debtsWithoutPayment, usualAccount } from '../what-if/household.ts';
import type { Decision } from '../what-if/what-if.ts';
import type { ScenarioMove } from './course-schema.ts';
import { RUN_CURRENCY, type ScenarioRun } from './run-state.ts';
import type { Scenario } from './scenario.ts';
import { buildScenarioStart, lastDayFrom } from './start.ts';

const FREQUENCIES = { week: 'WEEKLY', 'two weeks': 'BIWEEKLY', month: 'MONTHLY' } as const;

/**
 * Simulates the pack's recommended actions with the same start and seed, for comparison. Manual payments are
 * made on their due dates. The simulation continues to the last day. `refused` lists the actions that failed.
 * Returns null if the pack recommends no actions.
 */
export function getReference(
  pack: Scenario,
  begins: DayNumber,
  timeZone: string,
): { play: ScenarioRun; refused: string[] } | null {
  const { reference } = pack.debrief;
  if (!reference) return null;
  let count = 0;
  const newId = () => {
    count += 1;
    return `reference:${String(count).padStart(4, '0')}`;
  };
  const { row, ids } = buildScenarioStart(pack, { begins, timeZone, newId });
  const zone = new Zone(timeZone);
  const refused: string[] = [];
  let state = withAutopay(withoutConditions(buildHouseholdState(row)));
  for (const [index, move] of sortByDay(reference.moves)) {
    state = simulate(state, Math.max(state.at, zone.getStart(begins + move.day)), { record: false }).state;
    const applied = applyDecision(state, getDecision(move, index, begins, ids), RUN_CURRENCY);
    state = applied.state;
    if (applied.event?.kind === 'refused') refused.push(applied.event.text);
  }
  const end = zone.getStart(lastDayFrom(pack, begins) + 1);
  const { play: scenarioRun } = simulate(state, end, { record: false }).state;
  return scenarioRun ? { play: scenarioRun, refused } : null;
}

const sortByDay = (moves: readonly ScenarioMove[]) =>
  [...moves.entries()].sort(([, a], [, b]) => a.day - b.day);

/** Removes the losing conditions, so that the simulation continues to the last day. */
function withoutConditions(state: HouseholdState): HouseholdState {
  const { play: scenarioRun } = state;
  return scenarioRun
    ? { ...state, play: { ...scenarioRun, objectives: openUntilEnd(scenarioRun), losing: [] } }
    : state;
}

function openUntilEnd({ objectives, ends }: ScenarioRun): ScenarioRun['objectives'] {
  return objectives.map((objective) => ({ ...objective, when: 'end', day: ends }));
}

/**
 * Sets up autopay for the debts and cards that have no payment set up. For cards that carry a balance,
 * autopay pays the minimum; for other cards, the statement balance.
 */
function withAutopay(state: HouseholdState): HouseholdState {
  const unpaidIds = new Set(debtsWithoutPayment(state).map(({ id }) => id));
  const accountId = usualAccount(state, RUN_CURRENCY)?.id;
  if (accountId === undefined) return state;
  return {
    ...state,
    debts: state.debts.map((debt) =>
      unpaidIds.has(debt.id) ? { ...debt, autopay: { accountId, extra: 0 } } : debt,
    ),
    cards: state.cards.map((card) => {
      const pays = card.balance > 0 ? ('minimum' as const) : ('statement' as const);
      return unpaidIds.has(card.id) ? { ...card, autopay: { accountId, pays } } : card;
    }),
  };
}

function getDecision(
  move: ScenarioMove,
  index: number,
  begins: DayNumber,
  ids: Record<string, string>,
): Decision {
  const moment = { id: `move:${index + 1}`, on: begins + move.day };
  const getId = (name: string) => ids[name] ?? name;
  switch (move.kind) {
    case 'pay more':
      return {
        ...moment,
        kind: 'extra_payment',
        debtId: getId(move.product),
        monthly: toMinor(move.monthly),
      };
    case 'pay once':
      return {
        ...moment,
        kind: 'lump_payment',
        debtId: getId(move.product),
        amount: toMinor(move.amount),
        accountId: getId(move.from),
      };
    case 'save':
      return {
        ...moment,
        kind: 'save',
        from: getId(move.from),
        to: getId(move.to),
        amount: toMinor(move.amount),
        frequency: FREQUENCIES[move.every],
      };
    case 'stop':
      return { ...moment, kind: 'stop_rule', ruleId: getId(move.rule) };
    case 'change':
      return { ...moment, kind: 'change_rule', ruleId: getId(move.rule), amount: toMinor(move.amount) };
    case 'buy home':
      return {
        ...moment,
        kind: 'buy_home',
        name: 'Home',
        accountId: getId(move.from),
        price: toMinor(move.price),
        downPayment: toMinor(move.down),
        rate: move.rate,
        years: move.years,
        ...(move.pmi && { pmiRate: PMI_RATE }),
      };
  }
}
