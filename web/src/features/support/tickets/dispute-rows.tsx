import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatTextDate } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { ErrorState } from '@/ui/error-state';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { type Dispute, supportQueries } from '../queries';
import { formatDispute } from './ticket-text';

/** Disputed charges. The bank's rules decide them, and they belong to their card. */
export function DisputeRows() {
  const { data: disputes, error, refetch, isFetching } = useQuery(supportQueries.disputes());
  if (error && !disputes)
    return (
      <ErrorState title="We couldn't load your disputes." onRetry={() => void refetch()} busy={isFetching} />
    );
  return (
    <Section
      title="Disputes"
      aside={
        <Link to="/support/articles/dispute" className="text-link">
          How disputes work
        </Link>
      }
    >
      {!disputes || disputes.length === 0 ? (
        <p className="text-ink-2">No disputes. To dispute a charge, open it in the card's transactions.</p>
      ) : (
        <RowList label="Disputes">
          {disputes.map((dispute) => (
            <Row
              key={dispute.id}
              to={`/credit-cards/${dispute.card_id}/transactions`}
              title={dispute.merchant ?? 'A charge'}
              detail={formatDay(dispute)}
              end={
                <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
                  <Money amount={dispute.amount} currency={dispute.currency} />
                  <Badge tone={formatDispute(dispute).tone}>{formatDispute(dispute).label}</Badge>
                </span>
              }
            />
          ))}
        </RowList>
      )}
    </Section>
  );
}

const formatDay = ({ status, charged_on, decide_on, outcome }: Dispute) =>
  status === 'in_review'
    ? `Charged on ${formatTextDate(charged_on)}, decided on ${formatTextDate(decide_on)} of your simulated time`
    : (outcome ?? `Charged on ${formatTextDate(charged_on)}`);
