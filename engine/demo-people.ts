import { addDays, type Day, dayText, isSame } from './demo-books.ts';
import type { DemoPurse } from './demo-purse.ts';
import type { Household, HouseholdPersonPayment } from './household.ts';

/** People outside the bank whom the household pays and is paid by. Nobody can have these addresses. */
const PEOPLE = {
  maya: { name: 'Maya Patel', address: 'maya.patel@friends.example', favourite: true },
  tom: { name: 'Tom Becker', address: 'tom.becker@friends.example', favourite: true },
  nadia: { name: 'Nadia Rahman', address: 'nadia.rahman@friends.example', favourite: false },
  leo: { name: 'Leo Fischer', address: 'leo.fischer@friends.example', favourite: false },
} as const;

type Who = keyof typeof PEOPLE;
type Payment = {
  daysAgo: number;
  who: Who;
  direction: 'in' | 'out';
  /** Minor units. */
  amount: number;
  note: string;
  /** What it was for: money that comes back lowers what was spent there. */
  category: string;
};

const PAYMENTS: readonly Payment[] = [
  {
    daysAgo: 96,
    who: 'tom',
    direction: 'out',
    amount: 4_200,
    note: 'Concert tickets',
    category: 'Entertainment',
  },
  { daysAgo: 81, who: 'maya', direction: 'in', amount: 2_650, note: 'Farmers market', category: 'Food' },
  { daysAgo: 63, who: 'nadia', direction: 'out', amount: 3_000, note: 'Gift for Ana', category: 'Shopping' },
  {
    daysAgo: 47,
    who: 'maya',
    direction: 'out',
    amount: 2_180,
    note: 'Dinner at the harbor',
    category: 'Food',
  },
  {
    daysAgo: 33,
    who: 'leo',
    direction: 'in',
    amount: 4_500,
    note: 'Your part of the cabin',
    category: 'Entertainment',
  },
  { daysAgo: 19, who: 'tom', direction: 'in', amount: 1_875, note: 'Taxi home', category: 'Transportation' },
  { daysAgo: 12, who: 'maya', direction: 'out', amount: 2_450, note: 'Pizza on Friday', category: 'Food' },
  { daysAgo: 5, who: 'nadia', direction: 'in', amount: 1_600, note: 'Museum', category: 'Entertainment' },
];
/** What was asked for and nobody has answered yet. */
const ASKED = { daysAgo: 3, who: 'leo', amount: 3_840, note: 'Groceries for the cabin' } as const;
const AT_MINUTES = 19 * 60 + 25;
const HOUR_MS = 3_600_000;
const LETTERS_LIVE_DAYS = 14;

/** What the household pays to and gets from people it knows, in its books and beside them. */
export class DemoPeople {
  private readonly kept: HouseholdPersonPayment[] = [];

  constructor(
    private readonly purse: DemoPurse,
    private readonly today: Day,
    private readonly now: number,
    private readonly newId: () => string,
  ) {}

  live(day: Day): void {
    for (const payment of PAYMENTS)
      if (isSame(day, addDays(this.today, -payment.daysAgo))) this.pay(day, payment);
  }

  /** Their part of the household's file. */
  parts(): Pick<Household, 'contacts' | 'person_payments'> {
    const created_at = this.kept[0]?.at ?? new Date(this.now).toISOString();
    return {
      contacts: Object.values(PEOPLE).map((person) => ({ ...person, created_at })),
      person_payments: [...this.kept, this.asked()],
    };
  }

  private pay(day: Day, { who, direction, amount, note, category }: Payment): void {
    const { books, page } = this.purse;
    const { name, address } = PEOPLE[who];
    const letter = this.newId();
    const isOut = direction === 'out';
    if (isOut) this.purse.makeRoom(day, amount);
    const signed = isOut ? -amount : amount;
    const words = {
      kind: 'person_payment',
      description: `${isOut ? 'To' : 'From'} ${name}: ${note}`,
      merchant: name,
      category,
      event_key: `person:${letter}:${direction}`,
    };
    const sides = [
      { page: page.checking, amount: signed },
      { page: 'outside' as const, amount: -signed },
    ];
    if (!books.write(day, AT_MINUTES, words, sides)) return;
    const at = books.entries.at(-1)?.at ?? '';
    this.kept.push({
      ...{ letter_id: letter, kind: 'payment', direction, state: 'completed', name, address, note },
      ...{ amount: amount / 100, currency: 'USD', at, day: dayText(day), closed_at: at },
      ...{ account_id: page.checking.id, account_amount: amount / 100, account_currency: 'USD' },
    });
  }

  private asked(): HouseholdPersonPayment {
    const at = this.now - ASKED.daysAgo * 24 * HOUR_MS;
    return {
      ...{ letter_id: this.newId(), kind: 'request', direction: 'in', state: 'pending', note: ASKED.note },
      ...{ name: PEOPLE[ASKED.who].name, address: PEOPLE[ASKED.who].address },
      ...{ amount: ASKED.amount / 100, currency: 'USD', account_id: this.purse.page.checking.id },
      at: new Date(at).toISOString(),
      day: dayText(addDays(this.today, -ASKED.daysAgo)),
      expires_at: new Date(at + LETTERS_LIVE_DAYS * 24 * HOUR_MS).toISOString(),
    };
  }
}
