import { Link } from 'react-router';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { getPath } from '../parts';
import { earnedBy } from '../rewards/rewards';
import { entriesSince } from '../transactions/entries';
import type { CardView } from '../use-card-view';

/** Renders the rewards of the card and of this cycle. */
export function RewardsGlance({ view }: { view: CardView }) {
  const { card, standing } = view;
  const earned = earnedBy(entriesSince(view.closedOn, view.entries, view.zone));
  return (
    <Section
      title="Rewards"
      aside={
        <Link to={getPath(card.id, 'rewards')} className="text-link">
          {card.rewards_balance > 0 ? 'Redeem' : 'How to earn'}
        </Link>
      }
    >
      <p>
        <Money amount={card.rewards_balance} currency={card.currency} size="panel" />
      </p>
      <p className="mt-1 text-ink-2">
        Ready available to redeem.
        {standing !== null && standing.rewardsSoFar > 0 && (
          <>
            {' '}
            <Money amount={standing.rewardsSoFar} currency={card.currency} expected /> more with your next
            statement.
          </>
        )}
      </p>
      {earned.length > 0 && (
        <RowList label="Rewards this cycle" className="mt-4">
          {earned.map(({ name, rate, earned: amount }) => (
            <Row
              key={name}
              title={<span className="font-normal">{`${name}, ${rate}% back`}</span>}
              end={<Money amount={amount} currency={card.currency} signed expected />}
            />
          ))}
        </RowList>
      )}
    </Section>
  );
}
