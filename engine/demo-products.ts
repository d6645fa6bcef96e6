import { applicationsOf } from './demo-applications.ts';
import { addMonths, type Day, dayText, instantOf, type Page } from './demo-books.ts';
import { cardAutopayOf } from './demo-rules.ts';
import { CAR, HOME, REEF, TIDE } from './demo-terms.ts';
import type { Household } from './household.ts';

export type Pages = Record<
  'checking' | 'savings' | 'index' | 'pocket' | 'euros' | 'tide' | 'reef' | 'car' | 'home',
  Page
>;

/** Of the month. */
const CAR_DUE_DATE = 5;

type Known = { page: Pages; first: Day; today: Day; tideDue: Day; reefDue: Day; timeZone: string };

/** The household's products and applications, without the history that fills them. */
export function productsOf({
  page,
  first,
  today,
  tideDue,
  reefDue,
  timeZone,
}: Known): Omit<Household, 'entries'> {
  const at = (day: Day, minutes = 0) => new Date(instantOf(day, 4 * 60 + minutes, timeZone)).toISOString();
  // A minute apart, so that lists in order of opening are always the same.
  const opened = (minutes: number) => ({ created_at: at(first, minutes) });
  const nextOn = (date: number) => {
    const here = { ...today, date };
    return dayText(today.date < date ? here : addMonths(here, 1));
  };
  const autopay = cardAutopayOf(page);
  const fromChecking = { autopay_account_id: page.checking.id };
  return {
    accounts: [
      { id: page.checking.id, name: 'Everyday Checking', type: 'CHECKING', currency: 'USD', ...opened(1) },
      { id: page.savings.id, name: 'Rainy Day Savings', type: 'SAVINGS', currency: 'USD', ...opened(2) },
      { id: page.index.id, name: 'Index Fund', type: 'INVESTMENT', currency: 'USD', ...opened(3) },
      { id: page.euros.id, name: 'Travel Euros', type: 'CHECKING', currency: 'EUR', ...opened(4) },
      { id: page.pocket.id, name: 'Pocket Money', type: 'CHECKING', currency: 'USD', ...opened(5) },
    ],
    cards: [
      {
        id: page.tide.id,
        name: 'Tide Card',
        credit_limit: TIDE.limit / 100,
        apr: TIDE.apr,
        due_date: dayText(tideDue),
        currency: 'USD',
        ...autopay.tide,
        ...opened(6),
      },
      {
        id: page.reef.id,
        name: 'Reef Card',
        credit_limit: REEF.limit / 100,
        apr: REEF.apr,
        due_date: dayText(reefDue),
        currency: 'USD',
        ...autopay.reef,
        ...opened(7),
      },
    ],
    loans: [
      {
        id: page.car.id,
        name: 'Car loan',
        amount: CAR.amount / 100,
        interest_rate: CAR.rate,
        term: CAR.months,
        start_date: dayText({ ...first, date: CAR_DUE_DATE }),
        next_due_date: nextOn(CAR_DUE_DATE),
        currency: 'USD',
        ...fromChecking,
        ...opened(10),
      },
    ],
    mortgages: [
      {
        id: page.home.id,
        property_value: HOME.value / 100,
        down_payment: HOME.down / 100,
        interest_rate: HOME.rate,
        term: HOME.years,
        start_date: dayText(first),
        next_due_date: nextOn(1),
        ...fromChecking,
        ...opened(8),
      },
    ],
    applications: applicationsOf(today, timeZone),
  };
}
