import {
  type DayNumber,
  dayText,
  getDate,
  type Instant,
  MONTHS_A_YEAR,
  monthText,
  weekday,
} from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { ensureFunds, getReach } from '../products/accounts/overdraft.ts';
import { allowsPurchase } from '../products/cards/card-controls.ts';
import { shockSize } from '../products/rates.ts';
import { Draws } from './draws.ts';
import { authorize, planHold } from './holds.ts';
import { planReturn } from './purchase-returns.ts';
import { getPurchaseType } from './purchase-types.ts';
import { RANK, type Run, type Timer } from './run.ts';
import type { AccountState, CardState, Habit, SpendingProfile } from './state.ts';

const PRICE_UNIT = 1_000_000;
const MINUTES_AN_HOUR = 60;

type Purchase = { at: Instant; habit: Habit; merchant: string; price: number; number: number };

/**
 * Simulates everyday spending: draws each day's purchases from the seed, as long as there is enough money.
 */
export class SpendingSimulator implements Timer {
  readonly rank = RANK.purchase;
  due: Instant = Number.POSITIVE_INFINITY;
  private day: DayNumber;
  private purchases: Purchase[] = [];

  constructor(
    private readonly run: Run,
    private readonly profile: SpendingProfile,
  ) {
    this.day = run.zone.getDay(run.start);
    this.purchases = purchasesOn(this.day, run, profile).filter(({ at }) => at > run.start);
    this.plan();
  }

  fire(): void {
    const purchase = this.purchases.shift();
    if (purchase) this.buy(purchase);
    this.plan();
  }

  /** Schedules the next purchase. If there are none left, schedules the next day. */
  private plan(): void {
    if (this.purchases.length === 0) {
      this.day += 1;
      this.purchases = purchasesOn(this.day, this.run, this.profile);
    }
    this.due = this.purchases[0]?.at ?? this.run.zone.getStart(this.day + 1);
  }

  private buy({ habit, merchant, price, number }: Purchase): void {
    const { run, profile } = this;
    const amount = roundHalfAway((price * profile.priceLevel) / PRICE_UNIT);
    if (amount <= 0) return;
    const shared = {
      key: `life:${dayText(this.day)}:${number}`,
      description: merchant,
      merchant,
      category: habit.category,
    };
    const card = profile.cardId === null ? undefined : run.product(profile.cardId);
    if (habit.by === 'card' && card?.kind === 'card' && !card.state.frozen) {
      const { state } = card;
      const hold =
        run.state.pending && planHold(run, { ...shared, ...getPayer(state, merchant), price: amount });
      const approved = hold ? hold.amount : amount;
      const hasCredit = run.committed(state) + approved <= Math.floor((state.limit * 2) / 3);
      const purchase = { amount: approved, category: habit.category, month: monthText(this.day) };
      const pendingOn = (category: string | null) => run.holds.pendingOn(state.id, category);
      if (!hasCredit || !allowsPurchase(state, purchase, pendingOn)) return;
      if (hold) authorize(run, hold);
      else {
        run.postWithBank({ ...shared, kind: 'card_charge', subject: state.id }, state, -amount, 'outside');
        planReturn(run, toPurchase(shared, state.id, amount));
      }
      return;
    }
    const account = run.account(profile.accountId);
    if (!account) return;
    const hold =
      run.state.pending && planHold(run, { ...shared, ...getPayer(account, merchant), price: amount });
    const needed = Math.max(amount, hold?.amount ?? 0);
    const hasMoney = getReach(run, account, 'card') - needed >= profile.floor;
    // A purchase that overdraws the account posts at once, so that the fee depends on the same day's balance.
    const overdraws = account.overdraft?.kind === 'covered' && run.available(account) < needed;
    const payment = { key: shared.key, name: merchant, by: 'card' } as const;
    if (!hasMoney || !ensureFunds(run, account, overdraws ? amount : needed, payment)) return;
    if (hold && !overdraws) authorize(run, hold);
    else {
      run.postWithBank({ ...shared, kind: 'payment' }, account, -amount, 'outside');
      planReturn(run, toPurchase(shared, account.id, amount));
    }
  }
}

const toPurchase = (
  { key, merchant, category }: { key: string; merchant: string; category: string },
  productId: string,
  amount: number,
) => ({ key, productId, amount, merchant, category });

const getPayer = ({ id, currency }: AccountState | CardState, merchant: string) => ({
  productId: id,
  currency,
  purchase: getPurchaseType(merchant),
});

/**
 * Returns a day's purchases in chronological order. The draws depend only on the seed and the day, and the
 * amounts use current prices.
 */
function purchasesOn(day: DayNumber, run: Run, profile: SpendingProfile): Purchase[] {
  const draws = new Draws(run.state.seed, 'purchases', day);
  const { month } = getDate(day);
  const purchases: Purchase[] = [];
  profile.habits.forEach((habit, number) => {
    // Draws the same number of random values for each habit, whether or not a purchase occurs, so that one
    // habit's purchases don't affect the draws of later habits.
    const happens = draws.between(1, 100_000);
    const merchant = draws.pick(habit.merchants);
    const price = draws.between(habit.from, habit.to);
    const minutes = draws.between(habit.hours[0] * MINUTES_AN_HOUR, habit.hours[1] * MINUTES_AN_HOUR);
    const season = habit.seasons?.[month - 1] ?? 100;
    if (merchant === undefined || happens > (habit.chances[weekday(day)] ?? 0) * season) return;
    purchases.push({ at: run.zone.at(day, minutes), habit, merchant, price, number });
  });
  return purchases.sort((left, right) => left.at - right.at || left.number - right.number);
}

/** Raises prices by one twelfth of the annual inflation rate each month. */
export function raiseHabitPrices(run: Run, profile: SpendingProfile, day: DayNumber): void {
  const percent = profile.inflation + shockSize(run.state, 'inflation', day);
  profile.priceLevel = Math.round(profile.priceLevel * (1 + percent / 100 / MONTHS_A_YEAR));
}
