import { addMonths, type DayNumber } from '../calendar/calendar.ts';
import { toMinor } from '../money/minor.ts';
import type { ShockState } from '../simulation/state.ts';
import { type Figure, getUnit, type ScenarioEvent } from './course-schema.ts';
import { noCredit } from './run-credit.ts';
import type { FigureOf, ScenarioRun } from './run-state.ts';
import type { Scenario } from './scenario.ts';
import { fillText, getScenarioValues, plainValue } from './text.ts';

type Ids = Record<string, string>;

/** Builds the scenario run for a pack. Replaces the pack's names with the ids in the household. */
export function getScenarioRun(pack: Scenario, begins: DayNumber, ids: Ids): ScenarioRun {
  const ends = addMonths(begins, pack.months) - 1;
  return {
    begins,
    ends,
    ids,
    objectives: pack.objectives.map(({ id, measure, required = true }) => ({
      id,
      required,
      ...getFigure(measure, ids),
      ...(measure.atLeast !== undefined && { atLeast: scaled(measure.figure, measure.atLeast) }),
      ...(measure.atMost !== undefined && { atMost: scaled(measure.figure, measure.atMost) }),
      when: measure.when,
      day: measure.day === undefined ? ends : begins + measure.day,
      standing: 'open',
      value: null,
      course: [],
    })),
    losing: pack.losing.map(({ id, below, above, days = 0, ...figure }) => ({
      id,
      ...getFigure(figure, ids),
      ...(below !== undefined && { below: scaled(figure.figure, below) }),
      ...(above !== undefined && { above: scaled(figure.figure, above) }),
      days,
      crossedFor: 0,
    })),
    checkpoints: pack.checkpoints.map(({ id, title, day }) => ({ id, title, day: begins + day })),
    totals: {
      income: 0,
      spent: 0,
      interest: 0,
      fees: 0,
      lateFees: 0,
      failedPayments: 0,
      brought: 0,
      categories: {},
    },
    cards: {},
    credit: noCredit(),
    borrowed: [],
    months: [],
    lowest: null,
    turns: [],
    outcome: null,
  };
}

const scaled = (figure: Figure, value: number) => (getUnit(figure) === 'dollars' ? toMinor(value) : value);

/** Replaces a name in the pack with the id in the household. Category names stay unchanged. */
function getFigure({ figure, of }: FigureOf, ids: Ids): FigureOf {
  if (of === undefined) return { figure };
  return { figure, of: figure === 'spent' || !Object.hasOwn(ids, of) ? of : ids[of] };
}

/** Returns the hidden events of a scenario in the form that the engine simulates. */
export function getScenarioText(pack: Scenario, begins: DayNumber, ids: Ids): ShockState[] {
  const values = getScenarioValues(pack);
  return pack.events.map((event) => {
    const { productId, payee, category, ...shock } = getStrike(event, ids);
    const text = fillText(event.text, values, plainValue);
    return {
      id: `story:${event.id}`,
      on: begins + event.day,
      ...shock,
      ...(productId !== undefined && { productId }),
      story: { id: event.id, text, ...(payee && { payee }), ...(category && { category }) },
    };
  });
}

type Strike = Pick<ShockState, 'kind' | 'size' | 'months' | 'productId'> & {
  payee?: string;
  category?: string;
};

function getStrike(event: ScenarioEvent, ids: Ids): Strike {
  const getId = (name: string | undefined) => (name === undefined ? undefined : ids[name]);
  switch (event.kind) {
    case 'job loss':
      return { kind: 'job_loss', size: 0, months: event.months, productId: getId(event.income) };
    case 'bill': {
      const { amount, payee, category, account } = event;
      return { kind: 'medical_bill', size: toMinor(amount), payee, category, productId: getId(account) };
    }
    case 'windfall': {
      const { amount, from, category = 'Gift', account } = event;
      return { kind: 'windfall', size: toMinor(amount), payee: from, category, productId: getId(account) };
    }
    case 'rate change':
      return { kind: 'rate_change', size: event.points, months: event.months };
    case 'price rises':
      return { kind: 'inflation', size: event.points, months: event.months };
    case 'market fall':
      return { kind: 'market_fall', size: event.percent };
    case 'card fraud':
      return { kind: 'card_fraud', size: toMinor(event.amount), productId: getId(event.card) };
    case 'news':
      return { kind: 'news', size: 0 };
  }
}
