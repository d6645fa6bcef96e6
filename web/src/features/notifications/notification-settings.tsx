import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId, useState, useSyncExternalStore } from 'react';
import { accountQueries } from '@/entities/account/queries';
import { creditCardQueries } from '@/entities/card/queries';
import { customerQueries } from '@/entities/customer/queries';
import {
  type About,
  getNotificationKind,
  type PreferenceRow,
  preferenceFor,
} from '@/entities/notification/notification-kinds';
import { onPushPermission, type PushPermission, pushPermission } from '@/entities/notification/push';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Select } from '@/ui/forms/select';
import { SwitchRow } from '@/ui/forms/switch-row';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { notificationMutations } from './mutations';
import { notificationQueries } from './queries';
import { ThresholdForm } from './threshold-form';

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
      'savings_rate',
      'price_rise',
      'tax_documents',
      'year_review',
      'required_distribution',
      'cd_maturing',
      'overdraft',
      'monthly_fee',
      'deposit_hold',
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
      'escrow_analysis',
    ],
  },
  {
    title: 'Budgets, goals, and scenarios',
    abouts: ['budget_near', 'budget_passed', 'goal_reached', 'goal_milestone', 'shock'],
  },
  { title: 'Support', abouts: ['support_answered'] },
];

export function NotificationSettings() {
  return (
    <Loaded
      from={useQuery(notificationQueries.preferences())}
      failure="We couldn't load your notification settings."
      rows={6}
    >
      {(rows) => <Preferences rows={rows} />}
    </Loaded>
  );
}

function Preferences({ rows }: { rows: Rows }) {
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  const me = useQuery(customerQueries.me()).data;
  const items: Record<'account' | 'card', Item[]> = {
    account: accounts.filter(({ user_id, closed_at }) => user_id !== null && closed_at === null),
    card: cards.filter(({ closed_at }) => closed_at === null),
  };
  return (
    <div className="flex flex-col gap-8">
      <p className="text-ink-2">
        Choose what we notify you about. <TextLink to="/notifications">View your notifications</TextLink>
      </p>
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
                items={(getNotificationKind(about).per ?? []).flatMap((product) => items[product])}
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

type KindPreferenceProps = {
  about: About;
  rows: readonly PreferenceRow[];
  /** The products that can have a separate setting. */
  items: readonly Item[];
  currency: string;
};

function KindPreference({ about, rows, items, currency }: KindPreferenceProps) {
  const choose = useMutation(notificationMutations.choose);
  const { title, text, threshold, per } = getNotificationKind(about);
  const present = preferenceFor(rows, about);
  const differing = rows.filter((row) => row.about === about && row.item_id !== null).length;
  const [isOpen, setIsOpen] = useState(differing > 0);
  const save = (isOn: boolean, value = present.threshold) =>
    choose.mutate({ about, itemId: null, isOn, threshold: threshold ? value : null });
  return (
    <li className="py-3">
      <SwitchRow
        title={title}
        description={text}
        on={present.isOn}
        busy={choose.isPending}
        onChange={(isOn) => save(isOn)}
        aside={
          items.length > 0 && (
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
              className="flex min-h-8 items-center gap-1.5 text-ink-2 text-sm pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center"
            >
              <span className={classNames(differing === 0 && 'max-sm:sr-only')}>
                {differing > 0 ? `${differing} customized` : `By ${per?.join(' or ') ?? ''}`}
              </span>
              <span className="sr-only">: {title}</span>
              <ChevronRight className={classNames('size-4 transition-transform', isOpen && 'rotate-90')} />
            </button>
          )
        }
      />
      {present.isOn && threshold && (
        <ThresholdForm
          unit={threshold.unit}
          label={threshold.label}
          value={present.threshold}
          currency={currency}
          allowsZero={about === 'low_balance'}
          busy={choose.isPending}
          onSave={(value) => save(true, value)}
          className="mt-2"
        />
      )}
      {isOpen && (
        <ul className="ml-5.5 divide-y divide-line">
          {items.map((item) => (
            <ItemPreference key={item.id} about={about} item={item} rows={rows} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** An account or card with a separate setting. */
type Item = { id: string; name: string; currency: string };

/**
 * Lets the customer choose the general setting, a separate threshold, or no notifications for an account or
 * card.
 */
function ItemPreference({ about, item, rows }: { about: About; item: Item; rows: readonly PreferenceRow[] }) {
  const id = useId();
  const choose = useMutation(notificationMutations.choose);
  const unchoose = useMutation(notificationMutations.unchoose);
  const { threshold } = getNotificationKind(about);
  const own = rows.find((row) => row.about === about && row.item_id === item.id);
  const present = preferenceFor(rows, about, item.id);
  const save = (isOn: boolean, value = present.threshold) =>
    choose.mutate({ about, itemId: item.id, isOn, threshold: threshold ? value : null });
  function change(choice: string) {
    if (choice === 'all') unchoose.mutate({ about, itemId: item.id });
    else save(choice === 'on');
  }
  return (
    <li className="flex flex-col gap-3 py-3">
      <div className="grid items-center gap-x-4 gap-y-1.5 sm:grid-cols-[1fr_14rem]">
        <label htmlFor={id} className="min-w-0 wrap-anywhere">
          {item.name}
        </label>
        <Select
          id={id}
          value={own ? (own.enabled ? 'on' : 'off') : 'all'}
          disabled={choose.isPending || unchoose.isPending}
          onChange={(event) => change(event.target.value)}
        >
          <option value="all">Default</option>
          <option value="on">{threshold ? 'Custom' : 'On'}</option>
          <option value="off">Off</option>
        </Select>
      </div>
      {own?.enabled && threshold && (
        <ThresholdForm
          unit={threshold.unit}
          label={`${threshold.label}, ${item.name}`}
          value={present.threshold}
          currency={item.currency}
          allowsZero={about === 'low_balance'}
          busy={choose.isPending}
          onSave={(value) => save(true, value)}
        />
      )}
    </li>
  );
}

/** Renders the switch for push notifications. Hidden if the bank sends no push notifications. */
function PushSetting() {
  const { data: publicKey } = useQuery(notificationQueries.pushKey());
  return publicKey ? <PushSwitch publicKey={publicKey} /> : null;
}

function PushSwitch({ publicKey }: { publicKey: string }) {
  const { data: isSubscribed } = useQuery(notificationQueries.pushHere());
  const turnOn = useMutation(notificationMutations.turnPushOn);
  const turnOff = useMutation(notificationMutations.turnPushOff);
  const permission = useSyncExternalStore(onPushPermission, pushPermission);
  const wasPassedOver = turnOn.data === false && permission === 'default';
  return (
    <SwitchRow
      title="Browser notifications"
      description={wasPassedOver ? PASSED_OVER : WORDS[permission]}
      // Shows the switch as off without permission, because then no notification arrives even if there is a
      // subscription.
      on={permission === 'granted' && (isSubscribed ?? false)}
      busy={turnOn.isPending || turnOff.isPending}
      disabled={permission === 'denied' || permission === 'unsupported'}
      onChange={(isOn) => (isOn ? turnOn.mutate(publicKey) : turnOff.mutate())}
      className="border-line border-y py-3.5"
    />
  );
}

const OFFER = 'Get notifications on this device when Sandbank is closed. They stop when you sign out.';
const PASSED_OVER = 'Your browser is asking for permission. Turn this on again to respond.';
const WORDS: Record<PushPermission, string> = {
  default: OFFER,
  granted: OFFER,
  denied: "Notifications are blocked. Allow them in your browser's settings for this site.",
  unsupported:
    "This browser doesn't support notifications. On iPhone or iPad, add Sandbank to your Home Screen first.",
};
