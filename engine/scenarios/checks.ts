import { DAYS_A_YEAR } from '../calendar/calendar.ts';
import type { FIGURES } from './course-schema.ts';
import { isRunValue } from './debrief.ts';
import type { ScenarioProblem } from './file.ts';
import type { Scenario } from './scenario.ts';
import { getScenarioValues, placeholdersIn } from './text.ts';

/** The bank's built-in categories, which every customer has. */
const CATEGORIES = [
  'Housing',
  'Transportation',
  'Food',
  'Utilities',
  'Healthcare',
  'Entertainment',
  'Shopping',
  'Personal',
  'Savings',
  'Other',
];
/**
 * The minimum number of days in a number of consecutive months, regardless of the first month. The index is
 * the number of months.
 */
const FEWEST_DAYS = [0, 28, 59, 89, 120, 150, 181, 212, 242, 273, 303, 334];

type Kind = 'account' | 'card' | 'loan' | 'mortgage' | 'income' | 'payment' | 'goal';
type Figure = (typeof FIGURES)[number];

/** The kinds of items that each figure can refer to. If `must` is true, the reference is required. */
const FIGURE_PRODUCTS: Partial<Record<Figure, { kinds: Kind[]; must: boolean }>> = {
  balance: { kinds: ['account'], must: true },
  debt: { kinds: ['card', 'loan', 'mortgage'], must: false },
  utilization: { kinds: ['card'], must: false },
  goal: { kinds: ['goal'], must: true },
  full_payments: { kinds: ['card'], must: false },
};

/** Returns the inconsistencies in a pack that matches the schema. */
export function findProblems(pack: Scenario): ScenarioProblem[] {
  return new Checks(pack).run();
}

class Checks {
  private readonly problems: ScenarioProblem[] = [];
  private readonly kinds = new Map<string, Kind>();
  private readonly lastDay: number;

  constructor(private readonly pack: Scenario) {
    const { months } = pack;
    this.lastDay = Math.floor(months / 12) * DAYS_A_YEAR + (FEWEST_DAYS[months % 12] ?? 0) - 1;
  }

  run(): ScenarioProblem[] {
    this.checkNames();
    this.checkProducts();
    this.checkRules();
    this.checkDaily();
    this.checkCourse();
    this.checkMeasures();
    this.checkTexts();
    return this.problems;
  }

  private report(path: string, words: string): void {
    this.problems.push({ path, words });
  }

  private checkNames(): void {
    const { start, events, objectives, losing, checkpoints } = this.pack;
    const groups = [
      ['accounts', 'account', start.accounts],
      ['cards', 'card', start.cards],
      ['loans', 'loan', start.loans],
      ['mortgages', 'mortgage', start.mortgages],
      ['incomes', 'income', start.incomes],
      ['payments', 'payment', start.payments],
      ['goals', 'goal', start.goals],
    ] as const;
    for (const [list, kind, rows] of groups)
      for (const [index, { id }] of rows.entries()) {
        if (this.kinds.has(id))
          this.report(`start.${list}[${index}].id`, `"${id}" is already used in "start".`);
        else this.kinds.set(id, kind);
      }
    for (const [list, rows] of Object.entries({ events, objectives, losing, checkpoints })) {
      const ids = new Set<string>();
      for (const [index, { id }] of rows.entries()) {
        if (ids.has(id)) this.report(`${list}[${index}].id`, `"${id}" is already used in "${list}".`);
        ids.add(id);
      }
    }
  }

  /** Reports a reference to an unknown id or to an item of the wrong kind. */
  private checkReference(path: string, name: string | undefined, ...kinds: Kind[]): void {
    if (name === undefined) return;
    const kind = this.kinds.get(name);
    const expected = kinds.join(', ');
    if (kind === undefined)
      this.report(path, `expected an id of type ${expected}, but the scenario has no "${name}".`);
    else if (!kinds.includes(kind))
      this.report(path, `expected an id of type ${expected}, but "${name}" is of type ${kind}.`);
  }

  private checkProducts(): void {
    const { cards, loans, mortgages, goals } = this.pack.start;
    for (const [index, { balance, limit, autopay }] of cards.entries()) {
      const path = `start.cards[${index}]`;
      if (balance > limit)
        this.report(`${path}.balance`, 'expected an amount no higher than the card\'s "limit".');
      this.checkReference(`${path}.autopay.from`, autopay?.from, 'account');
    }
    const debts = [
      ...loans.map((loan, index) => ({ ...loan, path: `start.loans[${index}]`, term: loan.months })),
      ...mortgages.map((home, index) => ({
        ...home,
        path: `start.mortgages[${index}]`,
        term: home.years * 12,
      })),
    ];
    for (const { path, term, paid = 0, autopay } of debts) {
      if (paid >= term)
        this.report(`${path}.paid`, `expected fewer paid installments than the term of ${term} months.`);
      this.checkReference(`${path}.autopay.from`, autopay?.from, 'account');
    }
    for (const [index, { price, lent }] of mortgages.entries())
      if (lent > price)
        this.report(`start.mortgages[${index}].lent`, 'expected an amount no higher than the "price".');
    for (const [index, { account, month }] of goals.entries()) {
      this.checkReference(`start.goals[${index}].account`, account, 'account');
      this.checkMonth(`start.goals[${index}].month`, month);
    }
  }

  private checkMonth(path: string, month: number | undefined): void {
    if (month !== undefined && month > this.pack.months)
      this.report(path, `expected a month no later than the scenario's last month, ${this.pack.months}.`);
  }

  private checkRules(): void {
    const { incomes, payments } = this.pack.start;
    for (const [index, { to }] of incomes.entries())
      this.checkReference(`start.incomes[${index}].to`, to, 'account');
    for (const [index, payment] of payments.entries()) {
      const path = `start.payments[${index}]`;
      const { from, to, amount, category } = payment;
      this.checkReference(`${path}.from`, from, 'account');
      this.checkCategory(`${path}.category`, category);
      if ('product' in to)
        this.checkReference(`${path}.to.product`, to.product, 'account', 'card', 'loan', 'mortgage');
      const isCard = 'product' in to && this.kinds.get(to.product) === 'card';
      if (typeof amount === 'string' && !isCard)
        this.report(`${path}.amount`, `expected an amount, because only cards have a ${amount}.`);
      if ('product' in to && to.product === from)
        this.report(`${path}.to.product`, 'expected a different account.');
    }
    const rules = [
      ...incomes.map((rule, index) => ({ ...rule, path: `start.incomes[${index}]` })),
      ...payments.map((rule, index) => ({ ...rule, path: `start.payments[${index}]` })),
    ];
    for (const { path, every, day, weekday, fromMonth, toMonth } of rules) {
      const isWeekly = every === 'week' || every === 'two weeks';
      if (isWeekly && day !== undefined)
        this.report(`${path}.day`, 'expected a "weekday" for a weekly rule.');
      if (!isWeekly && weekday !== undefined)
        this.report(`${path}.weekday`, 'expected a "day" for a monthly rule.');
      this.checkMonth(`${path}.fromMonth`, fromMonth);
      if (toMonth !== undefined && toMonth < (fromMonth ?? 1))
        this.report(`${path}.toMonth`, 'expected a month that is not before "fromMonth".');
    }
  }

  private checkCategory(path: string, category: string | undefined): void {
    if (category !== undefined && !CATEGORIES.includes(category))
      this.report(path, `expected one of: ${CATEGORIES.join(', ')}.`);
  }

  private checkDaily(): void {
    const { daily, budgets } = this.pack.start;
    for (const [index, { category }] of budgets.entries())
      this.checkCategory(`start.budgets[${index}].category`, category);
    if (!daily) return;
    this.checkReference('start.daily.account', daily.account, 'account');
    this.checkReference('start.daily.card', daily.card, 'card');
    for (const [index, { category, by }] of daily.habits.entries()) {
      this.checkCategory(`start.daily.habits[${index}].category`, category);
      if (by === 'card' && daily.card === undefined)
        this.report(`start.daily.habits[${index}].by`, 'expected "account", because "daily" has no card.');
    }
  }

  private checkCourse(): void {
    const { events, checkpoints, debrief, start } = this.pack;
    for (const [index, event] of events.entries()) {
      const path = `events[${index}]`;
      this.checkDay(`${path}.day`, event.day);
      if ('account' in event) this.checkReference(`${path}.account`, event.account, 'account');
      if ('card' in event) this.checkReference(`${path}.card`, event.card, 'card');
      if (event.kind === 'bill') this.checkCategory(`${path}.category`, event.category);
      if (event.kind !== 'job loss') continue;
      this.checkReference(`${path}.income`, event.income, 'income');
      const pays = start.incomes.filter(({ id, isPay }) => isPay && (event.income ?? id) === id);
      if (pays.length === 0)
        this.report(`${path}.kind`, 'expected an income with "isPay": true, so that pay can stop.');
    }
    for (const [index, { day }] of checkpoints.entries()) {
      this.checkDay(`checkpoints[${index}].day`, day);
      if (day === 0)
        this.report(
          `checkpoints[${index}].day`,
          'expected day 1 or later, because the scenario starts on day 0.',
        );
    }
    for (const [index, move] of (debrief.reference?.moves ?? []).entries()) {
      const path = `debrief.reference.moves[${index}]`;
      this.checkDay(`${path}.day`, move.day);
      if ('product' in move) this.checkReference(`${path}.product`, move.product, 'card', 'loan', 'mortgage');
      if ('from' in move) this.checkReference(`${path}.from`, move.from, 'account');
      if ('to' in move) this.checkReference(`${path}.to`, move.to, 'account');
      if ('rule' in move) this.checkReference(`${path}.rule`, move.rule, 'income', 'payment');
      if ('down' in move && move.down > move.price)
        this.report(`${path}.down`, 'expected an amount no higher than the "price".');
    }
  }

  private checkDay(path: string, day: number | undefined): void {
    if (day !== undefined && day > this.lastDay)
      this.report(
        path,
        `expected a day within the scenario's ${this.pack.months} months, no later than ${this.lastDay}.`,
      );
  }

  private checkMeasures(): void {
    const { objectives, losing } = this.pack;
    for (const [index, { measure }] of objectives.entries()) {
      this.checkFigure(`objectives[${index}].measure.of`, measure);
      this.checkDay(`objectives[${index}].measure.day`, measure.day);
    }
    for (const [index, condition] of losing.entries()) this.checkFigure(`losing[${index}].of`, condition);
    if (objectives.every(({ required }) => required === false))
      this.report('objectives', 'expected at least one required objective.');
  }

  private checkFigure(path: string, { figure, of }: { figure: Figure; of?: string }): void {
    const rule = FIGURE_PRODUCTS[figure];
    if (figure === 'spent') this.checkCategory(path, of);
    else if (!rule) {
      if (of !== undefined)
        this.report(path, `expected no value, because "${figure}" doesn't apply to a single product.`);
    } else if (of === undefined) {
      if (rule.must) this.report(path, `is missing: expected an id of type ${rule.kinds.join(', ')}.`);
    } else this.checkReference(path, of, ...rule.kinds);
  }

  /** Reports unknown placeholders. Values of the run are available only in the debrief and at checkpoints. */
  private checkTexts(): void {
    const values = getScenarioValues(this.pack);
    const { story, start, events, checkpoints, objectives, losing, debrief } = this.pack;
    const check = (path: string, words: string | undefined, isAfter: boolean) => {
      for (const name of placeholdersIn(words ?? '')) {
        if (values.has(name) || (isAfter && isRunValue(name, this.pack))) continue;
        const isEarly = !isAfter && isRunValue(name, this.pack);
        this.report(path, isEarly ? `{${name}} isn't available here yet.` : `unknown placeholder {${name}}.`);
      }
    };
    for (const [index, words] of story.entries()) check(`story[${index}]`, words, false);
    check('start.you', start.you, false);
    for (const [index, { words }] of events.entries()) check(`events[${index}].words`, words, false);
    for (const [index, { words, hint }] of checkpoints.entries()) {
      check(`checkpoints[${index}].words`, words, true);
      check(`checkpoints[${index}].hint`, hint, true);
    }
    for (const [index, { words, met, missed }] of objectives.entries()) {
      check(`objectives[${index}].words`, words, false);
      check(`objectives[${index}].met`, met, true);
      check(`objectives[${index}].missed`, missed, true);
    }
    for (const [index, { words }] of losing.entries()) check(`losing[${index}].words`, words, false);
    for (const [index, words] of debrief.won.entries()) check(`debrief.won[${index}]`, words, true);
    for (const [index, words] of debrief.lost.entries()) check(`debrief.lost[${index}]`, words, true);
    check('debrief.next', debrief.next, true);
    check('debrief.reference.words', debrief.reference?.words, true);
  }
}
