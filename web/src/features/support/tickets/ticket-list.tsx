import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Dispute } from '@/entities/dispute/queries';
import { formatInstant, formatTextDate } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { ExampleRows } from '@/ui/examples';
import { Segmented } from '@/ui/forms/segmented';
import { toOptions } from '@/ui/forms/select-field';
import { TextInput } from '@/ui/forms/text-input';
import { BackLink, LinkButton, TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Page, Section } from '@/ui/page';
import { Row, RowList } from '@/ui/row-list';
import { supportQueries, type Ticket } from '../queries';
import { formatDispute, formatState, formatTopic, isForCustomer, isResolved, isUnseen } from './ticket-text';

const FILTERS = toOptions({ open: 'Open', you: 'Waiting for you', settled: 'Resolved', all: 'All' });
type Filter = (typeof FILTERS)[number]['value'];

const PASSES: Record<Filter, (ticket: Ticket) => boolean> = {
  open: (ticket) => !isResolved(ticket),
  you: isForCustomer,
  settled: isResolved,
  all: () => true,
};

/** Lists with at least this many tickets have a search field. */
const SEARCHED_FROM = 8;

/** Renders the customer's tickets and disputes. */
export function TicketList() {
  const all = useQuery(supportQueries.tickets());
  return (
    <Page
      title="Your questions"
      above={<BackLink to="/support">Customer support</BackLink>}
      actions={
        all.data?.length !== 0 && (
          <LinkButton to="/support/tickets/new" variant="primary">
            Ask a question
          </LinkButton>
        )
      }
    >
      <div className="flex flex-col gap-12">
        <Loaded from={all} failure="We couldn't load your questions." rows={4} label="Loading your questions">
          {(tickets) => <Tickets tickets={tickets} />}
        </Loaded>
        <DisputeRows />
      </div>
    </Page>
  );
}

function Tickets({ tickets }: { tickets: readonly Ticket[] }) {
  const [search, setSearch] = useSearchParams();
  const requested = search.get('show');
  const filter = FILTERS.find(({ value }) => value === requested)?.value ?? 'open';
  const query = search.get('q') ?? '';
  if (tickets.length === 0)
    return (
      <EmptyState
        title="No questions yet"
        example={
          <ExampleRows
            rows={[
              { title: 'Why is there a fee?', detail: 'Tide Card, asked Oct 3', end: 'Answered' },
              { title: 'My statement looks wrong', detail: 'Everyday Checking, asked Oct 9', end: 'Open' },
            ]}
          />
        }
        action={
          <LinkButton to="/support/tickets/new" variant="primary">
            Ask a question
          </LinkButton>
        }
      >
        Can't find an answer? Message us. We'll reply here and notify you.
      </EmptyState>
    );
  const shown = tickets
    .filter(PASSES[filter])
    .filter(({ subject, about_name: about }) =>
      `${subject} ${about ?? ''}`.toLowerCase().includes(query.trim().toLowerCase()),
    );
  const change = (next: { show: Filter; q: string }) =>
    setSearch(
      { ...(next.show !== 'open' && { show: next.show }), ...(next.q && { q: next.q }) },
      { replace: true },
    );
  return (
    <section aria-label="Your questions">
      <div className="mb-4 flex flex-wrap gap-3">
        <Segmented
          label="Filter questions"
          className="w-full md:max-w-120"
          value={filter}
          onValueChange={(show) => change({ show, q: query })}
          options={FILTERS}
        />
        {tickets.length >= SEARCHED_FROM && (
          <TextInput
            type="search"
            aria-label="Search your questions"
            placeholder="Search your questions"
            className="md:max-w-80"
            value={query}
            onChange={({ target }) => change({ show: filter, q: target.value })}
          />
        )}
      </div>
      {shown.length > 0 ? (
        <TicketRows label="Questions" tickets={shown} />
      ) : (
        <p className="border-line border-t py-4 text-ink-2">
          {query
            ? 'No questions found.'
            : filter === 'you'
              ? 'No questions need your reply'
              : filter === 'settled'
                ? 'No resolved questions'
                : 'No open questions'}
        </p>
      )}
    </section>
  );
}

export function TicketRows({ label, tickets }: { label: string; tickets: readonly Ticket[] }) {
  return (
    <RowList label={label}>
      {tickets.map((ticket) => {
        const { label: state, tone } = formatState(ticket);
        return (
          <Row
            key={ticket.id}
            to={`/support/tickets/${ticket.id}`}
            title={
              <>
                {ticket.subject}
                {isUnseen(ticket) && <span className="sr-only"> New answer.</span>}
              </>
            }
            detail={`${formatTopic(ticket.topic)}, ${formatInstant(ticket.updated_at)}`}
            end={<Badge tone={tone}>{isUnseen(ticket) && state === 'Answered' ? 'New answer' : state}</Badge>}
          />
        );
      })}
    </RowList>
  );
}

/** Renders disputed charges, which the bank's rules decide. Each row links to the card's or account's page. */
function DisputeRows() {
  const { data: disputes, error, refetch, isFetching } = useQuery(supportQueries.disputes());
  if (error && !disputes)
    return (
      <ErrorState title="We couldn't load your disputes." onRetry={() => void refetch()} busy={isFetching} />
    );
  return (
    <Section title="Disputes" aside={<TextLink to="/support/articles/dispute">How disputes work</TextLink>}>
      {!disputes || disputes.length === 0 ? (
        <p className="text-ink-2">No disputes. To dispute a purchase, open it in your transactions.</p>
      ) : (
        <RowList label="Disputes">
          {disputes.map((dispute) => (
            <Row
              key={dispute.id}
              wraps
              to={getDisputePath(dispute)}
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

/** Returns the page with a dispute: that of the card, or the purchases of the account. */
const getDisputePath = ({ card_id, account_id, merchant }: Dispute) =>
  card_id
    ? `/credit-cards/${card_id}/transactions`
    : `/transactions?${new URLSearchParams({ account: account_id ?? '', ...(merchant && { q: merchant }) })}`;

const formatDay = ({ status, charged_on, decide_on, outcome }: Dispute) =>
  status === 'in_review'
    ? `Charged on ${formatTextDate(charged_on)}. We'll decide by ${formatTextDate(decide_on)} (simulated date).`
    : (outcome ?? `Charged on ${formatTextDate(charged_on)}`);
