import { monthlyInterest, roundHalfAway } from './amortization.ts';
import { BILLS, dueOn, TRIP_SPENDING } from './demo-bills.ts';
import {
  addDays,
  addMonths,
  type Day,
  DemoBooks,
  dayIn,
  isSame,
  lastDate,
  type Page,
  weekday,
} from './demo-books.ts';
import { DemoCards } from './demo-cards.ts';
import { DemoDebts } from './demo-debts.ts';
import { goalsOf } from './demo-goals.ts';
import { DemoPeople } from './demo-people.ts';
import { type Pages, productsOf } from './demo-products.ts';
import { DemoPurse } from './demo-purse.ts';
import { rulesOf } from './demo-rules.ts';
import { Dice, type Purchase, purchasesOf } from './demo-spending.ts';
import { cardPastOf } from './demo-statements.ts';
import {
  COMFORT,
  EURO_RATES,
  FLOOR,
  HOME,
  MONTHS_OF_HISTORY,
  OPENING,
  PAYROLL,
  REEF,
  SAVINGS_RATE,
  TIDE,
} from './demo-terms.ts';
import type { Household } from './household.ts';

export type DemoOptions = {
  /** The same seed, time and zone make the same household. */
  seed: number;
  /** ISO 8601; nothing in the household is later. */
  now: string;
  timeZone: string;
  /** Makes the ids of products. */
  newId: () => string;
};

/**
 * Two years of one believable household, deterministic from a seed and the present moment. Balances never fall below
 * zero, each entry sums to zero per currency, instants grow strictly. One balance stands under 100, one card is due
 * within three days, another is over 90 % of its limit.
 */
export function demoHousehold(options: DemoOptions): Household {
  return new DemoLife(options).live();
}

class DemoLife {
  private readonly today: Day;
  private readonly first: Day;
  private readonly books: DemoBooks;
  private readonly dice: Dice;
  private readonly page: Pages;
  private readonly due: { tide: Day; reef: Day };
  private readonly purse: DemoPurse;
  private readonly debts: DemoDebts;
  private readonly cards: DemoCards;
  private readonly people: DemoPeople;

  constructor(private readonly options: DemoOptions) {
    const now = Date.parse(options.now);
    this.today = dayIn(now, options.timeZone);
    this.first = addMonths({ ...this.today, date: 1 }, -MONTHS_OF_HISTORY);
    this.books = new DemoBooks(now, options.timeZone);
    this.dice = new Dice(options.seed);
    const page = (currency = 'USD'): Page => ({ id: options.newId(), currency, balance: 0 });
    this.page = {
      checking: page(),
      savings: page(),
      index: page(),
      pocket: page(),
      euros: page('EUR'),
      tide: page(),
      reef: page(),
      car: page(),
      home: page(),
    };
    this.due = { tide: addDays(this.today, TIDE.dueInDays), reef: addDays(this.today, REEF.dueInDays) };
    this.purse = new DemoPurse(this.books, this.page);
    this.debts = new DemoDebts(this.purse, this.today, this.due);
    this.cards = new DemoCards(this.books, this.page.tide, this.today, options.timeZone);
    this.people = new DemoPeople(this.purse, this.today, now, options.newId);
  }

  live(): Household {
    this.open();
    for (
      let day = this.first, count = 0;
      !isSame(day, addDays(this.today, 1));
      day = addDays(day, 1), count += 1
    ) {
      this.liveOneDay(day, count);
    }
    return this.household();
  }

  private open(): void {
    const { checking, savings, index, pocket, home } = this.page;
    const openings: [Page, number, string][] = [
      [checking, OPENING.checking, 'Initial deposit'],
      [savings, OPENING.savings, 'Initial deposit'],
      [index, OPENING.index, 'Initial deposit'],
      [pocket, OPENING.pocket, 'Initial deposit'],
      [home, HOME.down - HOME.value, 'Mortgage taken'],
    ];
    for (const [page, amount, description] of openings) {
      this.books.write(this.first, 5 * 60, { kind: 'opening', description }, [
        { page, amount },
        { page: 'opening', amount: -amount },
      ]);
    }
  }

  private liveOneDay(day: Day, count: number): void {
    const isFirst = day.date === 1;
    const isLast = day.date === lastDate(day.year, day.month);
    if (isFirst && count > 0) this.debts.payMortgage(day);
    if (weekday(day) === 5) this.receivePay(day);
    if (count === 0) this.debts.takeCarLoan(day);
    if (day.date === 5) this.debts.payCarLoan(day);
    for (const bill of BILLS) if (dueOn(bill, day)) this.payBill(day, bill, count);
    this.debts.handleCards(day);
    this.cards.live(day);
    if (day.date === 3) this.setAside(day);
    this.travel(day);
    this.meetShocks(day);
    for (const purchase of purchasesOf(day, this.dice)) this.buy(day, purchase);
    this.people.live(day);
    if (isLast) this.endMonth(day);
  }

  private monthsSince(day: Day): number {
    return (day.year - this.first.year) * 12 + day.month - this.first.month;
  }

  private receivePay(day: Day): void {
    const amount = this.monthsSince(day) >= PAYROLL.raiseAfterMonths ? PAYROLL.afterRaise : PAYROLL.first;
    this.books.write(
      day,
      6 * 60,
      {
        kind: 'auto_deposit',
        description: 'Harbor Studio payroll',
        merchant: 'Harbor Studio',
        category: 'Salary',
      },
      [
        { page: this.page.checking, amount, type: 'AUTO_DEPOSIT' },
        { page: 'outside', amount: -amount },
      ],
    );
  }

  private payBill(day: Day, bill: (typeof BILLS)[number], count: number): void {
    const raised =
      bill.raised && this.monthsSince(day) >= bill.raised.afterMonths ? bill.raised.amount : bill.amount;
    const amount = raised + (bill.varies ? this.dice.between(-bill.varies, bill.varies) : 0);
    if (count > 0) this.purse.makeRoom(day, amount);
    this.purse.pay(day, bill.minutes, this.page.checking, amount, {
      kind: 'payment',
      description: bill.name,
      merchant: bill.name,
      category: bill.category,
    });
  }

  private buy(day: Day, { merchant, category, amount, minutes, by }: Purchase): void {
    const words = { description: merchant, merchant, category };
    if (by === 'card') {
      if (-this.page.tide.balance + amount > TIDE.limit / 3) return;
      this.purse.pay(day, minutes, this.page.tide, amount, { kind: 'card_charge', ...words });
    } else if (this.page.checking.balance - amount > FLOOR) {
      this.purse.pay(day, minutes, this.page.checking, amount, { kind: 'payment', ...words });
    }
  }

  /** Monthly, when the month allows it: savings, the index fund, pocket money. */
  private setAside(day: Day): void {
    const spare = Math.floor((this.page.checking.balance - COMFORT) / 10_000) * 10_000;
    const plans: [Page, number, number, string][] = [
      [
        this.page.savings,
        Math.max(this.dice.pick([20_000, 25_000, 30_000]), spare),
        150_000,
        'To Rainy Day Savings',
      ],
      [this.page.index, 15_000, 120_000, 'To Index Fund'],
      [this.page.pocket, Math.max(0, 6_500 - this.page.pocket.balance), 80_000, 'To Pocket Money'],
    ];
    for (const [target, amount, least, description] of plans) {
      if (amount > 0 && this.page.checking.balance - amount >= least)
        this.purse.move(day, 9 * 60, this.page.checking, target, amount, description);
    }
    const snack = this.dice.between(900, 2_900);
    if (this.page.pocket.balance > snack + 500) {
      this.purse.pay(day, 16 * 60, this.page.pocket, snack, {
        kind: 'payment',
        description: 'Farmers Market',
        merchant: 'Farmers Market',
        category: 'Food',
      });
    }
  }

  /** A trip a year, paid in euros that were changed before. */
  private travel(day: Day): void {
    const month = this.monthsSince(day);
    const trip = month % 12 === 7;
    if (trip && day.date === 2) {
      const dollars = 70_000;
      const rate = EURO_RATES[month % EURO_RATES.length] ?? 1.1;
      const euros = roundHalfAway(dollars / rate);
      this.purse.makeRoom(day, dollars);
      this.books.write(day, 12 * 60, { kind: 'transfer', description: 'To Travel Euros' }, [
        { page: this.page.checking, amount: -dollars, type: 'TRANSFER' },
        { page: 'exchange', amount: dollars, currency: 'USD' },
        { page: 'exchange', amount: -euros, currency: 'EUR' },
        { page: this.page.euros, amount: euros, type: 'TRANSFER' },
      ]);
    }
    if (!trip || day.date < 12 || day.date > 19) return;
    const { merchant, category, from, to } = this.dice.pick(TRIP_SPENDING);
    const amount = this.dice.between(from, to);
    if (this.page.euros.balance - amount > 8_000) {
      this.purse.pay(day, this.dice.between(10 * 60, 21 * 60), this.page.euros, amount, {
        kind: 'payment',
        description: merchant,
        merchant,
        category,
      });
    }
  }

  private meetShocks(day: Day): void {
    const month = this.monthsSince(day);
    const shock =
      month === 11 && day.date === 18
        ? (['Roof repair', 'Ridgeline Roofing', 186_000, 'Housing'] as const)
        : null;
    const other =
      month === 17 && day.date === 9
        ? (['Car repair', 'Anchor Garage', 64_240, 'Transportation'] as const)
        : null;
    const met = shock ?? other;
    if (!met) return;
    const [description, merchant, amount, category] = met;
    this.purse.makeRoom(day, amount);
    this.purse.pay(day, 14 * 60, this.page.checking, amount, {
      kind: 'payment',
      description,
      merchant,
      category,
    });
  }

  /** Savings interest, and what the market did to the index fund. */
  private endMonth(day: Day): void {
    const interest = monthlyInterest(this.page.savings.balance, SAVINGS_RATE);
    if (interest > 0) {
      this.books.write(
        day,
        23 * 60 + 30,
        { kind: 'interest', description: 'Savings interest', category: 'Interest' },
        [
          { page: this.page.savings, amount: interest },
          { page: 'interest', amount: -interest },
        ],
      );
    }
    // Hundredths of a percent; rather up than down, as markets were.
    const change = roundHalfAway((this.page.index.balance * this.dice.between(-210, 320)) / 10_000);
    if (change === 0) return;
    this.books.write(
      day,
      23 * 60 + 40,
      { kind: 'market_change', description: change > 0 ? 'Index Fund went up' : 'Index Fund went down' },
      [
        { page: this.page.index, amount: change },
        { page: 'outside', amount: -change },
      ],
    );
  }

  private household(): Household {
    const { page, first, today } = this;
    const { tide: tideDue, reef: reefDue } = this.due;
    const { timeZone } = this.options;
    const rules = rulesOf(page, today);
    const pastOf = (card: Page, due: Day, revolves: boolean) =>
      cardPastOf(card, this.books.entries, { opened: first, due, today, timeZone, revolves });
    const pasts = [pastOf(page.tide, tideDue, false), pastOf(page.reef, reefDue, true)];
    const products = productsOf({ page, first, today, tideDue, reefDue, timeZone });
    return {
      ...products,
      ...this.cards.parts(this.options.newId),
      ...this.people.parts(),
      ...rules,
      cards: products.cards.map((card, index) => ({ ...card, rewards_balance: pasts[index]?.rewards ?? 0 })),
      statements: pasts.flatMap(({ statements }) => statements),
      memory: { ...rules.memory, cards: Object.fromEntries(pasts.map(({ id, memory }) => [id, memory])) },
      ...goalsOf(page, this.books.entries, today, this.options.newId),
      seed: this.options.seed,
      entries: this.books.entries,
    };
  }
}
