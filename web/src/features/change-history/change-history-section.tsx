import { useQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  ChartPie,
  CircleDollarSign,
  CreditCard,
  Flag,
  Landmark,
  type LucideIcon,
  Pencil,
  Repeat,
  Settings,
  Umbrella,
  Wallet,
  Wrench,
} from 'lucide-react';
import { useSearchParams } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { formatInstant, formatRecentDay, formatTime, getDay } from '@/lib/dates';
import { withParameters } from '@/lib/navigation/search-parameters';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { Select } from '@/ui/forms/select';
import { LinkButton } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { formatValue, getLabel, SUBJECTS } from './change-text';
import { type Change, changeQueries } from './queries';

/**
 * Renders what the customer changed, with the values before and after: everything, or one product or rule.
 */
export function ChangeHistorySection() {
  const [search] = useSearchParams();
  const about = search.get('about');
  const changes = useQuery(changeQueries.latest(about));
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
        {(rows) => (rows.length === 0 ? <NoChanges /> : <ChangeDays changes={rows} canFilter={!about} />)}
      </Loaded>
    </Section>
  );
}

function NoChanges() {
  return (
    <EmptyState
      title="Nothing has changed yet"
      example={
        <ExampleRows
          rows={[
            { title: 'Tide Card', detail: 'Credit limit: $6,000.00 → $7,500.00', end: 'by you' },
            { title: 'Food', detail: 'Budget: $420.00 → $450.00', end: 'by you' },
          ]}
        />
      }
      action={<LinkButton to="/budgets">Set a budget</LinkButton>}
    >
      When you change an account, card, rule, budget, goal, or setting, you'll see the values before and
      after.
    </EmptyState>
  );
}

/** Renders the changes by simulated day, latest first, and a filter by what was changed. */
function ChangeDays({ changes, canFilter }: { changes: readonly Change[]; canFilter: boolean }) {
  const [search, setSearch] = useSearchParams();
  const me = useQuery(customerQueries.me()).data;
  const zone = me?.time_zone;
  const today = getDay(me?.now ?? new Date(), zone);
  const present = Object.keys(SUBJECTS).filter((subject) =>
    changes.some((change) => change.subject === subject),
  );
  const chosen = canFilter ? (present.find((subject) => subject === search.get('type')) ?? '') : '';
  const choose = (type: string) =>
    setSearch(withParameters(search, { type: type || null }), { replace: true });
  const shown = changes.filter(({ subject }) => chosen === '' || subject === chosen);
  const days = new Map<string, Change[]>();
  for (const change of shown) {
    const day = getDay(change.simulated_at, zone);
    days.set(day, [...(days.get(day) ?? []), change]);
  }
  return (
    <>
      {canFilter && present.length > 1 && (
        <div className="mb-5 flex flex-wrap items-center gap-3">
          <div className="min-w-56">
            <Select
              aria-label="Type"
              value={chosen}
              onChange={({ target }) => choose(target.value)}
              options={[
                { value: '', label: 'All changes' },
                ...present.map((subject) => ({ value: subject, label: `${SUBJECTS[subject]} changes` })),
              ]}
            />
          </div>
          {chosen && (
            <Button variant="ghost" onClick={() => choose('')}>
              Show all
            </Button>
          )}
        </div>
      )}
      <div className="flex flex-col gap-8">
        {[...days].map(([day, group]) => (
          <section key={day} aria-label={formatRecentDay(day, today)}>
            <h3 className="mb-2 font-medium text-ink-3 text-sm">{formatRecentDay(day, today)}</h3>
            <ol aria-label="Changes" className="divide-y divide-line border-line border-y">
              {group.map((change) => (
                <ChangeRow key={change.id} change={change} zone={zone} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </>
  );
}

const ICONS: Record<string, LucideIcon> = {
  account: Wallet,
  card: CreditCard,
  loan: CircleDollarSign,
  mortgage: Landmark,
  auto_deposit: Repeat,
  scheduled_payment: CalendarClock,
  budget: ChartPie,
  goal: Flag,
  settings: Settings,
  insurance: Umbrella,
  surprise: Wrench,
};
const ACTIONS: Record<string, string> = { created: 'Added', deleted: 'Deleted' };

function ChangeRow({ change, zone }: { change: Change; zone: string | undefined }) {
  const { name, subject, action, fields, currency, channel, simulated_at, changed_at } = change;
  const Icon = ICONS[subject] ?? Pencil;
  const kind = SUBJECTS[subject] ?? 'Item';
  const isSimulated = getDay(simulated_at, zone) !== getDay(changed_at, zone);
  return (
    <li className="flex gap-3 py-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium wrap-anywhere">{name}</span>
          {name !== kind && <span className="text-ink-3 text-sm">{kind}</span>}
          {ACTIONS[action] && (
            <Badge tone={action === 'deleted' ? 'negative' : 'positive'}>{ACTIONS[action]}</Badge>
          )}
        </p>
        <ul>
          {Object.entries(fields).map(([field, [before, after]]) => (
            <li key={field} className="figures text-sm wrap-anywhere">
              <span className="text-ink-3">{getLabel(field)}: </span>
              <span className="text-ink-3 line-through">{formatValue(field, before, currency)}</span>{' '}
              <span aria-hidden>→</span>
              <span className="sr-only">to</span>{' '}
              <span className="font-medium">{formatValue(field, after, currency)}</span>
            </li>
          ))}
        </ul>
        {isSimulated && <p className="text-ink-3 text-sm">Real time: {formatInstant(changed_at, zone)}</p>}
      </div>
      <p className="figures shrink-0 text-right text-ink-3 text-sm">
        {formatTime(simulated_at, zone)}
        <span className="block">{channel === 'assistant' ? 'by the assistant' : 'by you'}</span>
      </p>
    </li>
  );
}
