import { CardFace } from '@/entities/card/card-face';
import { useHolder } from '../details/holder';
import { UsageHistory } from '../details/usage-history';
import { StatementList } from '../transactions/statement-list';
import type { CardView } from '../use-card-view';
import { DuePanel } from './due-panel';
import { ManageGlance } from './manage-glance';
import { OwedFigures } from './owed-figures';
import { RewardsGlance } from './rewards-glance';
import { SinceStatement } from './since-statement';

/** The card's status, next payment, and latest activity. */
export function SummaryPart({ view }: { view: CardView }) {
  const { card } = view;
  const holder = useHolder();
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 md:grid-cols-[minmax(0,380px)_1fr]">
        <div className="max-w-95">
          <CardFace name={card.name} lastFour={card.card_number.slice(-4)} holder={holder} />
        </div>
        <OwedFigures view={view} />
      </div>
      {card.closed_at === null && (
        <div className="mt-12">
          <DuePanel view={view} />
        </div>
      )}
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,400px)]">
        <div className="flex flex-col gap-12">
          <SinceStatement view={view} />
          <StatementList view={view} />
        </div>
        <div className="flex flex-col gap-12">
          <RewardsGlance view={view} />
          {card.closed_at === null && <ManageGlance view={view} />}
          <UsageHistory view={view} />
        </div>
      </div>
    </>
  );
}
