import type { ComponentProps } from 'react';
import { Insights } from './insights';
import { LatestTransactions } from './latest-transactions';
import { NextDues } from './next-dues';

type ActivityColumnProps = ComponentProps<typeof NextDues> & { insights: ComponentProps<typeof Insights> };

/** Renders upcoming movements, insights, and the latest transactions. Loaded after the page is painted. */
export function ActivityColumn({ insights, ...upcoming }: ActivityColumnProps) {
  return (
    <>
      <NextDues {...upcoming} />
      <Insights {...insights} />
      <LatestTransactions />
    </>
  );
}
