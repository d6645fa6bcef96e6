import { Link } from 'react-router';
import type { Account } from '@/entities/account/queries';
import { formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { Money } from '@/ui/money';
import { GoalPicture } from './edit/goal-pictures';
import { GoalProgress } from './goal-progress';
import { formatContribution, formatHeading, formatMilestone, getProspect, TONES } from './goal-text';
import { getOutlook } from './projection';
import type { Goal } from './queries';

/** A goal in the list: name, progress, and projected date. */
export function GoalItem({
  goal,
  accounts,
  today,
}: {
  goal: Goal;
  accounts: readonly Account[];
  today: string;
}) {
  const heading = formatHeading(goal, getOutlook(getProspect(goal, accounts, today)));
  const milestone = formatMilestone(goal.share);
  const account = accounts.find(({ id }) => id === goal.account_id)?.name;
  return (
    <li>
      <Link to={`/goals/${goal.id}`} className="-mx-2.5 flex gap-4 rounded-2 px-2.5 py-5 hover:bg-sunken/60">
        <GoalPicture picture={goal.picture} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
            <h2 className="min-w-0 truncate font-semibold text-base">{goal.name}</h2>
            <p>
              <Money amount={goal.saved} currency={goal.currency} size="balance" />{' '}
              <span className="figures text-ink-3 text-sm">of {formatMoney(goal.target, goal.currency)}</span>
            </p>
          </div>
          <GoalProgress name={goal.name} share={goal.share} className="my-3" />
          <div className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 text-sm">
            <p className="text-ink-3">
              {formatContribution(goal, accounts)}
              {account && `, kept in ${account}`}
            </p>
            <p className={classNames('font-medium', TONES[heading.tone])}>
              {milestone && <span className="mr-2 font-normal text-ink-3">{milestone}</span>}
              {heading.words}
            </p>
          </div>
        </div>
      </Link>
    </li>
  );
}
