import { addDays, type Day, type DemoBooks, dayText, instantOf, isSame, type Page } from './demo-books.ts';
import type { Household } from './household.ts';

const CHARGED_DAYS_AGO = 104;
const DISPUTED_DAYS_AGO = 102;
/** As long as the bank takes over a double charge. */
const REVIEW_DAYS = 14;
const CHARGE = { amount: 4_160, merchant: 'Noodle Wharf', category: 'Food' };
const LIMIT = { before: 7_500, now: 6_000, daysAgo: 210 };

/** What belongs to the Tide card: a charge made twice and won back, a virtual card, a control, a lowered limit. */
export class DemoCards {
  private entry = 0;

  constructor(
    private readonly books: DemoBooks,
    private readonly tide: Page,
    private readonly today: Day,
    private readonly timeZone: string,
  ) {}

  live(day: Day): void {
    const words = { description: CHARGE.merchant, merchant: CHARGE.merchant, category: CHARGE.category };
    const charge = (minutes: number) =>
      this.books.write(day, minutes, { kind: 'card_charge', ...words }, [
        { page: this.tide, amount: -CHARGE.amount },
        { page: 'outside', amount: CHARGE.amount },
      ]);
    if (isSame(day, addDays(this.today, -CHARGED_DAYS_AGO))) {
      charge(7 * 60);
      charge(7 * 60 + 1);
      this.entry = this.books.entries.length;
    }
    if (isSame(day, addDays(this.today, -DISPUTED_DAYS_AGO)))
      this.books.write(
        day,
        7 * 60,
        {
          kind: 'dispute_credit',
          description: 'Credit while a dispute is in review',
          category: CHARGE.category,
        },
        [
          { page: this.tide, amount: CHARGE.amount },
          { page: 'outside', amount: -CHARGE.amount },
        ],
      );
  }

  /** What stands beside the entries. */
  parts(
    newId: () => string,
  ): Pick<Household, 'virtual_cards' | 'card_controls' | 'limit_requests' | 'disputes'> {
    const { tide, today, timeZone } = this;
    const ago = (days: number) => addDays(today, -days);
    const at = (day: Day, minutes = 10 * 60) => new Date(instantOf(day, minutes, timeZone)).toISOString();
    return {
      virtual_cards: [
        {
          id: newId(),
          card_id: tide.id,
          name: 'Streaming',
          expires_on: dayText(addDays(today, 700)),
          spend_limit: 60,
          merchant: 'Lighthouse Streaming',
          status: 'active',
          created_at: at(ago(160)),
        },
      ],
      card_controls: [
        {
          id: newId(),
          card_id: tide.id,
          kind: 'transaction',
          amount: 2_500,
          created_at: at(ago(160), 10 * 60 + 5),
        },
      ],
      limit_requests: [
        {
          id: newId(),
          card_id: tide.id,
          requested: LIMIT.now,
          granted: LIMIT.now,
          previous: LIMIT.before,
          currency: 'USD',
          decision: 'approved',
          reasons: ['A lower limit is always granted.'],
          facts: {},
          policy: 'limits-1',
          decided_at: at(ago(LIMIT.daysAgo)),
        },
      ],
      disputes: [
        {
          id: newId(),
          card_id: tide.id,
          entry: this.entry,
          charged_on: dayText(ago(CHARGED_DAYS_AGO)),
          merchant: CHARGE.merchant,
          category: CHARGE.category,
          amount: CHARGE.amount / 100,
          currency: 'USD',
          reason: 'duplicate',
          words: 'The same dinner twice.',
          status: 'won',
          opened_at: at(ago(DISPUTED_DAYS_AGO), 7 * 60),
          decide_on: dayText(ago(DISPUTED_DAYS_AGO - REVIEW_DAYS)),
          decided_at: at(ago(DISPUTED_DAYS_AGO - REVIEW_DAYS)),
          outcome: 'The shop had charged the same amount twice within three days.',
        },
      ],
    };
  }
}
