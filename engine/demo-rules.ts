import { BILLS } from './demo-bills.ts';
import { addDays, type Day, dayText, lastDate, weekday } from './demo-books.ts';
import { budgetsOf } from './demo-budgets.ts';
import type { Pages } from './demo-products.ts';
import { HABITS } from './demo-spending.ts';
import { FLOOR, PAYROLL, REEF } from './demo-terms.ts';
import type { Household } from './household.ts';
import type { LifeState } from './state.ts';

const FRIDAY = 5;
/** Millionths: prices as they are today. */
const TODAYS_PRICES = 1_000_000;

/** How the demo household goes on from today: the rules behind its history. */
export function rulesOf(
  page: Pages,
  today: Day,
): Pick<
  Required<Household>,
  'auto_deposits' | 'scheduled_payments' | 'memory' | 'budgets' | 'budget_limits'
> {
  return {
    ...budgetsOf(today),
    auto_deposits: [
      {
        account_id: page.checking.id,
        name: 'Harbor Studio payroll',
        amount: PAYROLL.afterRaise / 100,
        frequency: 'WEEKLY',
        category: 'Salary',
        is_pay: true,
        start_date: dayText(next(today, (day) => weekday(day) === FRIDAY)),
      },
    ],
    scheduled_payments: [
      ...BILLS.map(({ name, category, date, amount, raised }) => ({
        account_id: page.checking.id,
        name,
        payee: name,
        amount: (raised?.amount ?? amount) / 100,
        frequency: 'MONTHLY' as const,
        category,
        start_date: dayText(next(today, (day) => day.date === Math.min(date, lastDate(day.year, day.month)))),
      })),
      {
        account_id: page.checking.id,
        name: 'To Rainy Day Savings',
        to_account_id: page.savings.id,
        amount: 250,
        frequency: 'MONTHLY' as const,
        category: 'Savings',
        start_date: dayText(next(today, ({ date }) => date === 3)),
      },
      {
        account_id: page.checking.id,
        name: 'To Index Fund',
        to_account_id: page.index.id,
        amount: 150,
        frequency: 'MONTHLY' as const,
        category: 'Savings',
        start_date: dayText(next(today, ({ date }) => date === 3)),
      },
    ],
    memory: { life: lifeOf(page) },
  };
}

/** What each card draws by itself: one is paid in full, the other carries its balance. */
export function cardAutopayOf(page: Pages) {
  return {
    tide: { autopay: 'statement' as const, autopay_account_id: page.checking.id },
    reef: {
      autopay: 'fixed' as const,
      autopay_account_id: page.checking.id,
      autopay_amount: REEF.payment / 100,
    },
  };
}

/** The spending of the history, as habits. */
function lifeOf(page: Pages): LifeState {
  return {
    persona: 'demo',
    habits: HABITS.map(({ merchants, category, chances, from, to, hours, by }) => ({
      name: merchants[0],
      merchants: [...merchants],
      category,
      chances: chances.map((percent) => percent * 10),
      from,
      to,
      hours: [hours[0], hours[1]],
      by: by === 'card' ? 'card' : 'account',
    })),
    accountId: page.checking.id,
    cardId: page.tide.id,
    floor: FLOOR,
    priceLevel: TODAYS_PRICES,
    inflation: 2.5,
    luck: false,
  };
}

/** The first day after today of which something holds. */
function next(today: Day, holds: (day: Day) => boolean): Day {
  let day = addDays(today, 1);
  while (!holds(day)) day = addDays(day, 1);
  return day;
}
