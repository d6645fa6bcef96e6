import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { formatInstant } from '@/lib/dates';
import { EmptyState } from '@/ui/empty-state';
import { LinkButton } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { formatValue, getLabel, SUBJECTS } from './change-text';
import { type Change, changeQueries } from './queries';

/** Renders what the customer changed, with the values before and after: everything, or one product or rule. */
export function ChangeHistorySection() {
  const [search] = useSearchParams();
  const about = search.get('about');
  const changes = useQuery(changeQueries.latest(about));
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  const name = about ? changes.data?.[0]?.name : undefined;
  return (
    <Section title={name ? `Changes to ${name}` : 'Change history'}>
      {about && (
        <LinkButton to="/settings/changes" size="sm" className="mb-4">
          All changes
        </LinkButton>
      )}
      <Loaded
        from={changes}
        failure="We couldn't load your change history."
        placeholder={<SkeletonRows rows={6} />}
      >
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="Nothing has changed yet">
              Changes to your accounts, cards, rules, budgets, goals, and settings will show up here.
            </EmptyState>
          ) : (
            <ol aria-label="Changes" className="divide-y divide-line border-line border-y">
              {rows.map((change) => (
                <ChangeRow key={change.id} change={change} zone={zone} />
              ))}
            </ol>
          )
        }
      </Loaded>
    </Section>
  );
}

const ACTIONS: Record<string, string> = { created: 'Added', changed: 'Changed', deleted: 'Deleted' };

function ChangeRow({ change, zone }: { change: Change; zone: string | undefined }) {
  const { name, subject, action, fields, currency, channel, simulated_at, changed_at } = change;
  const simulated = formatInstant(simulated_at, zone);
  const real = formatInstant(changed_at, zone);
  const kind = SUBJECTS[subject] ?? 'Item';
  return (
    <li className="py-3">
      <p className="font-medium">{subject === 'settings' ? name : `${kind}: ${name}`}</p>
      <ul>
        {Object.entries(fields).map(([field, [before, after]]) => (
          <li key={field}>
            {getLabel(field)}: <span className="text-ink-2">{formatValue(field, before, currency)}</span>{' '}
            <span aria-hidden>→</span>
            <span className="sr-only">to</span> {formatValue(field, after, currency)}
          </li>
        ))}
      </ul>
      <p className="text-ink-3 text-sm">
        {ACTIONS[action]} by {channel === 'assistant' ? 'the assistant, with your confirmation' : 'you'} on{' '}
        {simulated === real ? real : `${simulated} simulated time (${real} real time)`}
      </p>
    </li>
  );
}
