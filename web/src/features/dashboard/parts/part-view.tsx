import type { ComponentProps } from 'react';
import type { Customer } from '@/entities/customer/queries';
import { lazyComponent } from '@/lib/bundle/lazy';
import { getDay } from '@/lib/dates';
import { SkeletonRows } from '@/ui/skeleton';
import type { Part } from '../customize/layout';
import type { useInsights } from '../use-insights';
import { BudgetPace } from './budget-pace';
import { Insights } from './insights';
import { LatestTransactions } from './latest-transactions';
import { MonthSoFar } from './month-so-far';
import { NextDues } from './next-dues';

/** Parts that the customer has added. Loaded only if the dashboard has one. */
const AddedPart = lazyComponent(() => import('./added-part').then((module) => module.AddedPart));

/** Loaded after the parts above it. */
const YearSoFar = lazyComponent(() => import('./year-so-far').then((module) => module.YearSoFar));

type PartViewProps = Omit<ComponentProps<typeof NextDues>, 'customer' | 'forecast'> & {
  item: Part;
  customer: Customer;
  forecast: (ComponentProps<typeof NextDues> & ComponentProps<typeof MonthSoFar>)['forecast'];
  insights: ReturnType<typeof useInsights>;
};

/** Renders a part of the dashboard. Loaded after the page is painted. */
export function PartView({ item, customer, forecast, insights, ...held }: PartViewProps) {
  switch (item.part) {
    case 'month':
      return <MonthSoFar customer={customer} forecast={forecast} />;
    case 'budgets':
      return <BudgetPace today={getDay(customer.now, customer.time_zone)} />;
    case 'upcoming':
      return <NextDues {...held} customer={customer} forecast={forecast} />;
    case 'insights':
      // A more important insight could replace a visible one moments later, so all of them are awaited.
      return insights.isReady ? <Insights {...insights} /> : <SkeletonRows rows={2} />;
    case 'transactions':
      return <LatestTransactions />;
    case 'year':
      return <YearSoFar customer={customer} />;
    case 'accounts':
      return null;
    default:
      return <AddedPart item={item} customer={customer} />;
  }
}
