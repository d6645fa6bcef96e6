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
/** The fewest days that so many months have, from whichever month on. */
const FEWEST_DAYS = [0, 28, 59, 89, 120, 150, 181, 212, 242, 273, 303, 334];

type Kind = 'account' | 'card' | 'loan' | 'mortgage' | 'income' | 'payment' | 'goal';
type Figure = (typeof FIGURES)[number];

/** The references of each figure: `must` requires one, `may` allows one. */
const FIGURE_OF: Partial<Record<Figure, { kinds: Kind[]; must: boolean }>> = {
  balance: { kinds: ['account'], must: true },
  debt: { kinds: ['card', 'loan', 'mortgage'], must: false },
  utilization: { kinds: ['card'], must: false },
  goal: { kinds: ['goal'], must: true },
  full_payments: { kinds: ['card'], must: false },
};

/** Finds inconsistent references in a pack of valid shape. */
export function problemsIn(pack: Scenario): ScenarioProblem[] {
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
    this.names();
    this.products();
    this.rules();
    this.daily();
    this.course();
    this.measures();
    this.words();
    return this.problems;
  }

  private say(path: string, words: string): void {
    this.problems.push({ path, words });
  }

  private names(): void {
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
        if (this.kinds.has(id)) this.say(`start.${list}[${index}].id`, `"${id}" is used already in "start".`);
        else this.kinds.set(id, kind);
      }
    for (const [list, rows] of Object.entries({ events, objectives, losing, checkpoints })) {
      const ids = new Set<string>();
      for (const [index, { id }] of rows.entries()) {
        if (ids.has(id)) this.say(`${list}[${index}].id`, `"${id}" is used already in "${list}".`);
        ids.add(id);
      }
    }
  }

  /** Reports a name that is unknown in the pack or has the wrong kind. */
  private refers(path: string, name: string | undefined, ...kinds: Kind[]): void {
    if (name === undefined) return;
    const kind = this.kinds.get(name);
    const wanted = kinds.join(', ');
    if (kind === undefined)
      this.say(path, `expected the id of one of the scenario's ${wanted}s; there is no "${name}".`);
    else if (!kinds.includes(kind))
      this.say(path, `expected the id of: ${wanted}; "${name}" is of: ${kind}.`);
  }

  private products(): void {
    const { cards, loans, mortgages, goals } = this.pack.start;
    for (const [index, { balance, limit, autopay }] of cards.entries()) {
      const path = `start.cards[${index}]`;
      if (balance > limit) this.say(`${path}.balance`, 'expected an amount of at most the card\'s "limit".');
      this.refers(`${path}.autopay.from`, autopay?.from, 'account');
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
      if (paid >= term) this.say(`${path}.paid`, `expected fewer installments than its ${term} months.`);
      this.refers(`${path}.autopay.from`, autopay?.from, 'account');
    }
    for (const [index, { price, lent }] of mortgages.entries())
      if (lent > price)
        this.say(`start.mortgages[${index}].lent`, 'expected an amount of at most the "price".');
    for (const [index, { account, month }] of goals.entries()) {
      this.refers(`start.goals[${index}].account`, account, 'account');
      this.month(`start.goals[${index}].month`, month);
    }
  }

  private month(path: string, month: number | undefined): void {
    if (month !== undefined && month > this.pack.months)
      this.say(path, `expected a month of the scenario, at most ${this.pack.months}.`);
  }

  private rules(): void {
    const { incomes, payments } = this.pack.start;
    for (const [index, { to }] of incomes.entries()) this.refers(`start.incomes[${index}].to`, to, 'account');
    for (const [index, payment] of payments.entries()) {
      const path = `start.payments[${index}]`;
      const { from, to, amount, category } = payment;
      this.refers(`${path}.from`, from, 'account');
      this.category(`${path}.category`, category);
      if ('product' in to)
        this.refers(`${path}.to.product`, to.product, 'account', 'card', 'loan', 'mortgage');
      const isCard = 'product' in to && this.kinds.get(to.product) === 'card';
      if (typeof amount === 'string' && !isCard)
        this.say(`${path}.amount`, `expected an amount, because only a card has a ${amount}.`);
      if ('product' in to && to.product === from) this.say(`${path}.to.product`, 'expected another account.');
    }
    const rules = [
      ...incomes.map((rule, index) => ({ ...rule, path: `start.incomes[${index}]` })),
      ...payments.map((rule, index) => ({ ...rule, path: `start.payments[${index}]` })),
    ];
    for (const { path, every, day, weekday, fromMonth, toMonth } of rules) {
      const isWeekly = every === 'week' || every === 'two weeks';
      if (isWeekly && day !== undefined) this.say(`${path}.day`, 'expected a "weekday" for a weekly rule.');
      if (!isWeekly && weekday !== undefined)
        this.say(`${path}.weekday`, 'expected a "day" for a monthly rule.');
      this.month(`${path}.fromMonth`, fromMonth);
      if (toMonth !== undefined && toMonth < (fromMonth ?? 1))
        this.say(`${path}.toMonth`, 'expected a month that is not before "fromMonth".');
    }
  }

  private category(path: string, category: string | undefined): void {
    if (category !== undefined && !CATEGORIES.includes(category))
      this.say(path, `expected one of: ${CATEGORIES.join(', ')}.`);
  }

  private daily(): void {
    const { daily, budgets } = this.pack.start;
    for (const [index, { category }] of budgets.entries())
      this.category(`start.budgets[${index}].category`, category);
    if (!daily) return;
    this.refers('start.daily.account', daily.account, 'account');
    this.refers('start.daily.card', daily.card, 'card');
    for (const [index, { category, by }] of daily.habits.entries()) {
      this.category(`start.daily.habits[${index}].category`, category);
      if (by === 'card' && daily.card === undefined)
        this.say(`start.daily.habits[${index}].by`, 'expected "account", because "daily" has no card.');
    }
  }

  private course(): void {
    const { events, checkpoints, debrief, start } = this.pack;
    for (const [index, event] of events.entries()) {
      const path = `events[${index}]`;
      this.day(`${path}.day`, event.day);
      if ('account' in event) this.refers(`${path}.account`, event.account, 'account');
      if ('card' in event) this.refers(`${path}.card`, event.card, 'card');
      if (event.kind === 'bill') this.category(`${path}.category`, event.category);
      if (event.kind !== 'job loss') continue;
      this.refers(`${path}.income`, event.income, 'income');
      const pays = start.incomes.filter(({ id, isPay }) => isPay && (event.income ?? id) === id);
      if (pays.length === 0) this.say(`${path}.kind`, 'expected an income with "isPay": true that can stop.');
    }
    for (const [index, { day }] of checkpoints.entries()) {
      this.day(`checkpoints[${index}].day`, day);
      if (day === 0)
        this.say(
          `checkpoints[${index}].day`,
          'expected day 1 or later, because the scenario starts on day 0.',
        );
    }
    for (const [index, move] of (debrief.reference?.moves ?? []).entries()) {
      const path = `debrief.reference.moves[${index}]`;
      this.day(`${path}.day`, move.day);
      if ('product' in move) this.refers(`${path}.product`, move.product, 'card', 'loan', 'mortgage');
      if ('from' in move) this.refers(`${path}.from`, move.from, 'account');
      if ('to' in move) this.refers(`${path}.to`, move.to, 'account');
      if ('rule' in move) this.refers(`${path}.rule`, move.rule, 'income', 'payment');
      if ('down' in move && move.down > move.price)
        this.say(`${path}.down`, 'expected an amount of at most the "price".');
    }
  }

  private day(path: string, day: number | undefined): void {
    if (day !== undefined && day > this.lastDay)
      this.say(
        path,
        `expected a day within the scenario's ${this.pack.months} months, at most ${this.lastDay}.`,
      );
  }

  private measures(): void {
    const { objectives, losing } = this.pack;
    for (const [index, { measure }] of objectives.entries()) {
      this.figure(`objectives[${index}].measure.of`, measure);
      this.day(`objectives[${index}].measure.day`, measure.day);
    }
    for (const [index, condition] of losing.entries()) this.figure(`losing[${index}].of`, condition);
    if (objectives.every(({ required }) => required === false))
      this.say('objectives', 'expected at least one required objective.');
  }

  private figure(path: string, { figure, of }: { figure: Figure; of?: string }): void {
    const rule = FIGURE_OF[figure];
    if (figure === 'spent') this.category(path, of);
    else if (!rule) {
      if (of !== undefined) this.say(path, `expected nothing, because "${figure}" has no product.`);
    } else if (of === undefined) {
      if (rule.must) this.say(path, `is missing: expected the id of: ${rule.kinds.join(', ')}.`);
    } else this.refers(path, of, ...rule.kinds);
  }

  /** Reports unknown placeholders. Values of the run are allowed in the debrief and at checkpoints only. */
  private words(): void {
    const known = getScenarioValues(this.pack);
    const { story, start, events, checkpoints, objectives, losing, debrief } = this.pack;
    const check = (path: string, words: string | undefined, isAfter: boolean) => {
      for (const name of placeholdersIn(words ?? '')) {
        if (known.has(name) || (isAfter && isRunValue(name, this.pack))) continue;
        const isEarly = !isAfter && isRunValue(name, this.pack);
        this.say(path, isEarly ? `{${name}} isn't available here yet.` : `unknown figure {${name}}.`);
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
