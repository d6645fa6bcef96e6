import { useMutation, useQuery } from '@tanstack/react-query';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { type About, kindOf } from '@/entities/notification/notification-kinds';
import { customerQueries } from '@/features/settings/queries';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { SkeletonRows } from '@/ui/skeleton';
import type { Item } from './item-preferences';
import { KindPreference } from './kind-preference';
import { notificationMutations } from './mutations';
import { PushSetting } from './push-setting';
import { notificationQueries } from './queries';

const GROUPS: readonly { title: string; abouts: readonly About[] }[] = [
  {
    title: 'Accounts and payments',
    abouts: [
      'low_balance',
      'large_transaction',
      'payment_failed',
      'deposit_landed',
      'people',
      'interest_posted',
      'price_rise',
    ],
  },
  {
    title: 'Cards, loans, and mortgages',
    abouts: [
      'credit_limit',
      'payment_due',
      'payment_missed',
      'statement_ready',
      'dispute_decided',
      'loan_approved',
      'application_decided',
      'rate_reset',
    ],
  },
  {
    title: 'Budgets, goals, and scenarios',
    abouts: ['budget_near', 'budget_passed', 'goal_reached', 'goal_milestone', 'shock'],
  },
  { title: 'Support', abouts: ['support_answered'] },
];

/** Renders the notification preferences. */
export function NotificationSettings() {
  const preferences = useQuery(notificationQueries.preferences());
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  const me = useQuery(customerQueries.me()).data;
  if (preferences.error && !preferences.data)
    return (
      <ErrorState
        title="We couldn't load your notification settings."
        onRetry={() => void preferences.refetch()}
        busy={preferences.isFetching}
      />
    );
  if (!preferences.data) return <SkeletonRows rows={6} />;
  const items: Record<'account' | 'card', Item[]> = {
    account: accounts.filter(({ user_id, closed_at }) => user_id !== null && closed_at === null),
    card: cards.filter(({ closed_at }) => closed_at === null),
  };
  const rows = preferences.data;
  return (
    <div className="flex max-w-170 flex-col gap-8">
      <p className="text-ink-2">Find your notifications under the bell.</p>
      <PushSetting />
      {GROUPS.map(({ title, abouts }) => (
        <div key={title}>
          <h3 className="font-semibold">{title}</h3>
          <ul aria-label={title} className="mt-1 divide-y divide-line">
            {abouts.map((about) => (
              <KindPreference
                key={about}
                about={about}
                rows={rows}
                items={(kindOf(about).per ?? []).flatMap((product) => items[product])}
                currency={me?.base_currency ?? 'USD'}
              />
            ))}
          </ul>
        </div>
      ))}
      <Reset rows={rows} />
    </div>
  );
}

type Rows = Parameters<NonNullable<typeof notificationMutations.restore.mutationFn>>[0];

function Reset({ rows }: { rows: Rows }) {
  const reset = useMutation(notificationMutations.reset);
  const restore = useMutation(notificationMutations.restore);
  if (rows.length === 0) return null;
  return (
    <div>
      <Button
        busy={reset.isPending}
        onClick={() =>
          reset.mutate(undefined, {
            onSuccess: () =>
              toast('Notification settings reset', {
                action: { label: 'Undo', onClick: () => restore.mutate(rows) },
              }),
          })
        }
      >
        Reset to default
      </Button>
    </div>
  );
}
