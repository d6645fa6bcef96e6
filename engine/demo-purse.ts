import type { Day, DemoBooks, Page } from './demo-books.ts';
import type { Pages } from './demo-products.ts';
import { FLOOR } from './demo-terms.ts';

/** How money moves in the household: out of it, between its accounts, and out of savings when it gets tight. */
export class DemoPurse {
  constructor(
    readonly books: DemoBooks,
    readonly page: Pages,
  ) {}

  pay(
    day: Day,
    minutes: number,
    page: Page,
    amount: number,
    words: { kind: string; description: string; merchant: string; category: string },
  ): boolean {
    return this.books.write(day, minutes, words, [
      { page, amount: -amount },
      { page: 'outside', amount, currency: page.currency },
    ]);
  }

  move(day: Day, minutes: number, from: Page, to: Page, amount: number, description: string): void {
    this.books.write(day, minutes, { kind: 'transfer', description, category: 'Savings' }, [
      { page: from, amount: -amount, type: 'TRANSFER' },
      { page: to, amount, type: 'TRANSFER' },
    ]);
  }

  /** Money comes from savings when a payment would leave too little; hundreds at a time, as people do. */
  makeRoom(day: Day, amount: number): void {
    const missing = amount + FLOOR / 3 - this.page.checking.balance;
    if (missing <= 0) return;
    const wanted = Math.ceil(missing / 10_000) * 10_000;
    const moved = Math.min(wanted, this.page.savings.balance);
    if (moved > 0)
      this.move(day, 6 * 60 + 10, this.page.savings, this.page.checking, moved, 'From Rainy Day Savings');
  }
}
