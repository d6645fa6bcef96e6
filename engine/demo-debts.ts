import { monthlyInterest, monthlyPayment } from './amortization.ts';
import { addDays, addMonths, type Day, isSame, type Page } from './demo-books.ts';
import type { DemoPurse } from './demo-purse.ts';
import { CAR, HOME, REEF, TIDE } from './demo-terms.ts';

/** What the household owes and how it pays: a mortgage, a car loan, a card paid in full and one that carries a balance. */
export class DemoDebts {
  /** What stood on the Tide card when its statement closed. */
  statement = 0;
  private carTaken: Day | null = null;

  constructor(
    private readonly purse: DemoPurse,
    private readonly today: Day,
    private readonly due: { tide: Day; reef: Day },
  ) {}

  /** Interest enters the debt on the due date; the payment then lowers it by its full amount. */
  private payDebt(
    day: Day,
    page: Page,
    rate: number,
    level: number,
    words: { name: string; kind: string; category: string },
  ): void {
    if (page.balance >= 0) return;
    const interest = monthlyInterest(-page.balance, rate);
    const posted = this.purse.books.write(
      day,
      6 * 60 + 20,
      { kind: 'interest', description: `${words.name} interest` },
      [
        { page, amount: -interest },
        { page: 'interest', amount: interest },
      ],
    );
    if (!posted) return;
    const payment = Math.min(level, -page.balance);
    this.purse.makeRoom(day, payment);
    this.purse.books.write(
      day,
      6 * 60 + 30,
      { kind: words.kind, description: `${words.name} payment`, category: words.category },
      [
        { page: this.purse.page.checking, amount: -payment },
        { page, amount: payment },
      ],
    );
  }

  payMortgage(day: Day): void {
    const level = monthlyPayment(HOME.value - HOME.down, HOME.rate, HOME.years * 12);
    this.payDebt(day, this.purse.page.home, HOME.rate, level, {
      name: 'Mortgage',
      kind: 'mortgage_payment',
      category: 'Housing',
    });
  }

  takeCarLoan(day: Day): void {
    this.carTaken = day;
    this.purse.books.write(day, 11 * 60, { kind: 'opening', description: 'Car loan taken' }, [
      { page: this.purse.page.car, amount: -CAR.amount },
      { page: 'opening', amount: CAR.amount },
    ]);
  }

  payCarLoan(day: Day): void {
    // The first instalment is due a month after the loan was taken.
    if (this.carTaken === null || isSame(this.carTaken, { ...day, date: this.carTaken.date })) return;
    const level = monthlyPayment(CAR.amount, CAR.rate, CAR.months);
    this.payDebt(day, this.purse.page.car, CAR.rate, level, {
      name: 'Car loan',
      kind: 'loan_payment',
      category: 'Transportation',
    });
  }

  /** The Tide card is paid in full on each due date; the Reef card carries a balance. */
  handleCards(day: Day): void {
    const months = (this.today.year - day.year) * 12 + this.today.month - day.month;
    for (const back of [months - 1, months, months + 1]) {
      const due = addMonths(this.due.tide, -back);
      // A statement closes at the end of its day: it is read before anything of the next one.
      if (isSame(day, addDays(due, 1 - TIDE.statementDaysBeforeDue)))
        this.statement = -this.purse.page.tide.balance;
      if (isSame(day, due)) this.payCard(day, this.purse.page.tide, this.statement, 'Tide Card');
      const reefDue = addMonths(this.due.reef, -back);
      if (back >= 1 && back < REEF.monthsAgo && isSame(day, reefDue)) this.carryReef(day);
    }
    if (isSame(day, addMonths(this.due.reef, -REEF.monthsAgo))) {
      this.purse.pay(day, 15 * 60, this.purse.page.reef, REEF.charge, {
        kind: 'card_charge',
        description: 'Driftwood Furniture',
        merchant: 'Driftwood Furniture',
        category: 'Shopping',
      });
    }
  }

  private carryReef(day: Day): void {
    if (this.purse.page.reef.balance >= 0) return;
    const interest = monthlyInterest(-this.purse.page.reef.balance, REEF.apr);
    this.purse.books.write(day, 7 * 60, { kind: 'interest', description: 'Reef Card interest' }, [
      { page: this.purse.page.reef, amount: -interest },
      { page: 'interest', amount: interest },
    ]);
    this.payCard(day, this.purse.page.reef, REEF.payment, 'Reef Card');
  }

  private payCard(day: Day, card: Page, amount: number, name: string): void {
    if (amount <= 0) return;
    this.purse.makeRoom(day, amount);
    this.purse.books.write(day, 8 * 60, { kind: 'card_payment', description: `${name} payment` }, [
      { page: this.purse.page.checking, amount: -amount },
      { page: card, amount },
    ]);
  }
}
