import { DAYS_A_YEAR } from '../calendar/calendar.ts';
import { CATEGORIES } from '../products/categories.ts';
import type { FIGURES } from './course-schema.ts';
import { isRunValue } from './debrief.ts';
import type { ScenarioProblem } from './file.ts';
import type { Scenario } from './scenario.ts';
import { getScenarioValues, placeholdersIn } from './text.ts';

/**
 * The minimum number of days in a period of consecutive months, regardless of the month in which it starts.
 * The index is the number of months.
 */
const FEWEST_DAYS = [0, 28, 59, 89, 120, 150, 181, 212, 242, 273, 303, 334];

const WHOLE = 100;

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

/** Calls a function for each item of a list with the item's path, such as `events[0]`. */
function checkEach<Item>(list: string, items: readonly Item[], check: (item: Item, path: string) => void) {
  for (const [index, item] of items.entries()) check(item, `${list}[${index}]`);
}

/** Returns the inconsistencies in a pack that matches the schema. */
export function findProblems(pack: Scenario): ScenarioProblem[] {
  return new Checks(pack).run();
}

class Checks {
  private readonly problems: ScenarioProblem[] = [];
  private readonly kinds = new Map<string, Kind>();
  private readonly lastDay: number;
  private readonly values: ReturnType<typeof getScenarioValues>;

  constructor(private readonly pack: Scenario) {
    this.values = getScenarioValues(pack);
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

  private report(path: string, text: string): void {
    this.problems.push({ path, text });
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
      checkEach<{ id: string }>(`start.${list}`, rows, ({ id }, path) => {
        if (this.kinds.has(id)) this.report(`${path}.id`, `"${id}" is already used in "start".`);
        else this.kinds.set(id, kind);
      });
    for (const [list, rows] of Object.entries({ events, objectives, losing, checkpoints })) {
      const ids = new Set<string>();
      checkEach<{ id: string }>(list, rows, ({ id }, path) => {
        if (ids.has(id)) this.report(`${path}.id`, `"${id}" is already used in "${list}".`);
        ids.add(id);
      });
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

  /** Reports accounts whose fields don't belong to their type. */
  private checkAccounts(): void {
    const { accounts, age } = this.pack.start;
    checkEach('start.accounts', accounts, (account, path) => {
      const { id, type, months, plan, overdraft, funds, taxTreatment } = account;
      const only = (field: string, types: readonly (typeof type)[]) => {
        if (account[field as keyof typeof account] !== undefined && !types.includes(type))
          this.report(`${path}.${field}`, `expected no value for an account of type ${type}.`);
      };
      only('months', ['CD']);
      only('plan', ['CHECKING', 'SAVINGS']);
      only('overdraft', ['CHECKING']);
      only('funds', ['INVESTMENT']);
      only('taxTreatment', ['INVESTMENT']);
      if (type === 'CD' && months === undefined)
        this.report(`${path}.months`, 'is missing: expected the term of the CD.');
      if (plan === 'classic' && type !== 'CHECKING')
        this.report(`${path}.plan`, 'expected "goal_saver" for a savings account.');
      if (plan === 'goal_saver' && type !== 'SAVINGS')
        this.report(`${path}.plan`, 'expected "classic" for a checking account.');
      if (overdraft && 'savings' in overdraft) {
        this.checkReference(`${path}.overdraft.savings`, overdraft.savings, 'account');
        const savings = accounts.find((other) => other.id === overdraft.savings);
        if (savings && (savings.id === id || savings.type !== 'SAVINGS'))
          this.report(`${path}.overdraft.savings`, 'expected an account of type SAVINGS.');
      }
      if (funds && Object.values(funds.mix).reduce((sum, part) => sum + (part ?? 0), 0) > WHOLE)
        this.report(`${path}.funds.mix`, 'expected percentages that add up to 100 or less.');
      if (taxTreatment && age === undefined)
        this.report(`${path}.taxTreatment`, 'expected an "age" in "start".');
    });
  }

  /** Reports pay details without pay, and contributions to accounts without the tax treatment. */
  private checkIncome(income: Scenario['start']['incomes'][number], path: string): void {
    const { amount, pay, isPay } = income;
    if ((amount === undefined) === (pay === undefined))
      this.report(path, 'expected either an "amount" or "pay".');
    if (!pay) return;
    if (!isPay) this.report(`${path}.isPay`, 'expected true for an income with "pay".');
    const { accounts } = this.pack.start;
    for (const [field, treatment] of [
      ['retirementTo', '401k'],
      ['hsaTo', 'hsa'],
    ] as const) {
      const target = pay[field];
      this.checkReference(`${path}.pay.${field}`, target, 'account');
      const account = accounts.find(({ id }) => id === target);
      if (account && account.taxTreatment !== treatment)
        this.report(`${path}.pay.${field}`, `expected an account with the tax treatment "${treatment}".`);
    }
  }

  private checkInsurance(): void {
    const { insurance = [] } = this.pack.start;
    const kinds = new Set<string>();
    checkEach('start.insurance', insurance, ({ kind, payment }, path) => {
      if (kinds.has(kind)) this.report(`${path}.kind`, `"${kind}" is already used in "insurance".`);
      kinds.add(kind);
      this.checkReference(`${path}.payment`, payment, 'payment');
    });
  }

  private checkProducts(): void {
    const { cards, loans, mortgages, goals } = this.pack.start;
    this.checkAccounts();
    this.checkInsurance();
    checkEach('start.cards', cards, ({ balance, limit, autopay }, path) => {
      if (balance > limit)
        this.report(`${path}.balance`, 'expected an amount no higher than the card\'s "limit".');
      this.checkReference(`${path}.autopay.from`, autopay?.from, 'account');
    });
    const checkDebt = (
      { paid = 0, autopay }: (typeof loans | typeof mortgages)[number],
      path: string,
      term: number,
    ) => {
      if (paid >= term)
        this.report(`${path}.paid`, `expected fewer paid installments than the term of ${term} months.`);
      this.checkReference(`${path}.autopay.from`, autopay?.from, 'account');
    };
    checkEach('start.loans', loans, (loan, path) => checkDebt(loan, path, loan.months));
    checkEach('start.mortgages', mortgages, (mortgage, path) => {
      checkDebt(mortgage, path, mortgage.years * 12);
      if (mortgage.lent > mortgage.price)
        this.report(`${path}.lent`, 'expected an amount no higher than the "price".');
    });
    checkEach('start.goals', goals, ({ account, month }, path) => {
      this.checkReference(`${path}.account`, account, 'account');
      this.checkMonth(`${path}.month`, month);
    });
  }

  private checkMonth(path: string, month: number | undefined): void {
    if (month !== undefined && month > this.pack.months)
      this.report(path, `expected a month no later than the scenario's last month, ${this.pack.months}.`);
  }

  private checkRules(): void {
    const { incomes, payments } = this.pack.start;
    checkEach('start.incomes', incomes, (income, path) => {
      this.checkReference(`${path}.to`, income.to, 'account');
      this.checkIncome(income, path);
    });
    checkEach('start.payments', payments, ({ from, to, amount, category, fund }, path) => {
      this.checkReference(`${path}.from`, from, 'account');
      this.checkCategory(`${path}.category`, category);
      if ('product' in to)
        this.checkReference(`${path}.to.product`, to.product, 'account', 'card', 'loan', 'mortgage');
      const isCard = 'product' in to && this.kinds.get(to.product) === 'card';
      if (typeof amount === 'string' && !isCard)
        this.report(`${path}.amount`, `expected an amount, because only cards have a ${amount}.`);
      const target = this.pack.start.accounts.find((account) => 'product' in to && account.id === to.product);
      if (fund && !target?.funds)
        this.report(`${path}.fund`, 'expected a payment to an account with "funds".');
      if ('product' in to && to.product === from)
        this.report(`${path}.to.product`, 'expected a different account.');
    });
    const checkTimes = (rule: (typeof incomes | typeof payments)[number], path: string) => {
      const { every, day, weekday, fromMonth, toMonth } = rule;
      const isWeekly = every === 'week' || every === 'two weeks';
      if (isWeekly && day !== undefined)
        this.report(`${path}.day`, 'expected a "weekday" for a weekly rule.');
      if (!isWeekly && weekday !== undefined)
        this.report(`${path}.weekday`, 'expected a "day" for a monthly rule.');
      this.checkMonth(`${path}.fromMonth`, fromMonth);
      if (toMonth !== undefined && toMonth < (fromMonth ?? 1))
        this.report(`${path}.toMonth`, 'expected a month that is not before "fromMonth".');
    };
    checkEach('start.incomes', incomes, checkTimes);
    checkEach('start.payments', payments, checkTimes);
  }

  private checkCategory(path: string, category: string | undefined): void {
    if (category !== undefined && !CATEGORIES.includes(category))
      this.report(path, `expected one of: ${CATEGORIES.join(', ')}.`);
  }

  private checkDaily(): void {
    const { daily, budgets } = this.pack.start;
    checkEach('start.budgets', budgets, ({ category }, path) =>
      this.checkCategory(`${path}.category`, category),
    );
    if (!daily) return;
    this.checkReference('start.daily.account', daily.account, 'account');
    this.checkReference('start.daily.card', daily.card, 'card');
    checkEach('start.daily.habits', daily.habits, ({ category, by }, path) => {
      this.checkCategory(`${path}.category`, category);
      if (by === 'card' && daily.card === undefined)
        this.report(`${path}.by`, 'expected "account", because "daily" has no card.');
    });
  }

  private checkCourse(): void {
    const { events, checkpoints, debrief, start } = this.pack;
    checkEach('events', events, (event, path) => {
      this.checkDay(`${path}.day`, event.day);
      if ('account' in event) this.checkReference(`${path}.account`, event.account, 'account');
      if ('card' in event) this.checkReference(`${path}.card`, event.card, 'card');
      if (event.kind === 'bill') this.checkCategory(`${path}.category`, event.category);
      if (event.kind !== 'job loss') return;
      this.checkReference(`${path}.income`, event.income, 'income');
      if (!start.incomes.some(({ id, isPay }) => isPay && (event.income ?? id) === id))
        this.report(`${path}.kind`, 'expected an income with "isPay": true, so that pay can stop.');
    });
    checkEach('checkpoints', checkpoints, ({ day }, path) => {
      this.checkDay(`${path}.day`, day);
      if (day === 0)
        this.report(`${path}.day`, 'expected day 1 or later, because the scenario starts on day 0.');
    });
    checkEach('debrief.reference.moves', debrief.reference?.moves ?? [], (move, path) => {
      this.checkDay(`${path}.day`, move.day);
      if ('product' in move) this.checkReference(`${path}.product`, move.product, 'card', 'loan', 'mortgage');
      if ('from' in move) this.checkReference(`${path}.from`, move.from, 'account');
      if ('to' in move) this.checkReference(`${path}.to`, move.to, 'account');
      if ('rule' in move) this.checkReference(`${path}.rule`, move.rule, 'income', 'payment');
      if ('down' in move && move.down > move.price)
        this.report(`${path}.down`, 'expected an amount no higher than the "price".');
    });
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
    checkEach('objectives', objectives, ({ measure }, path) => {
      this.checkFigure(`${path}.measure.of`, measure);
      this.checkDay(`${path}.measure.day`, measure.day);
    });
    checkEach('losing', losing, (condition, path) => this.checkFigure(`${path}.of`, condition));
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

  private checkTexts(): void {
    const { story, start, events, checkpoints, objectives, losing, debrief } = this.pack;
    checkEach('story', story, (text, path) => this.checkText(text, path));
    this.checkText(start.you, 'start.you');
    checkEach('events', events, ({ text }, path) => this.checkText(text, `${path}.text`));
    checkEach('checkpoints', checkpoints, ({ text, hint }, path) => {
      this.checkText(text, `${path}.text`, true);
      this.checkText(hint, `${path}.hint`, true);
    });
    checkEach('objectives', objectives, ({ text, met, missed }, path) => {
      this.checkText(text, `${path}.text`);
      this.checkText(met, `${path}.met`, true);
      this.checkText(missed, `${path}.missed`, true);
    });
    checkEach('losing', losing, ({ text }, path) => this.checkText(text, `${path}.text`));
    checkEach('debrief.won', debrief.won, (text, path) => this.checkText(text, path, true));
    checkEach('debrief.lost', debrief.lost, (text, path) => this.checkText(text, path, true));
    this.checkText(debrief.next, 'debrief.next', true);
    this.checkText(debrief.reference?.text, 'debrief.reference.text', true);
  }

  /** Reports unknown placeholders. Values of the run are available only in the debrief and at checkpoints. */
  private checkText(text: string | undefined, path: string, isAfter = false): void {
    for (const name of placeholdersIn(text ?? '')) {
      const isRunPlaceholder = isRunValue(name, this.pack);
      if (this.values.has(name) || (isAfter && isRunPlaceholder)) continue;
      const problem = isRunPlaceholder
        ? `{${name}} isn't available here yet.`
        : `unknown placeholder {${name}}.`;
      this.report(path, problem);
    }
  }
}
