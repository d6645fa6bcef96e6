import type { ComponentProps } from 'react';
import { getDay } from '@/lib/dates';
import { BudgetPace } from './budget-pace';
import { MonthSoFar } from './month-so-far';

/** Renders the current month's cash flow and budgets. Loaded after the page is painted. */
export function MonthColumn({ customer, forecast }: ComponentProps<typeof MonthSoFar>) {
  return (
    <>
      <MonthSoFar customer={customer} forecast={forecast} />
      <BudgetPace today={getDay(customer.now, customer.time_zone)} />
    </>
  );
}
