import { useQuery } from '@tanstack/react-query';
import { Mail, MailOpen } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { ABOUTS, getNotificationKind, isAbout } from '@/entities/notification/notification-kinds';
import { NotificationRow } from '@/entities/notification/notification-row';
import type { Notification } from '@/entities/notification/notifications';
import {
  clearNotifications,
  deleteNotification,
  markAllRead,
  markRead,
  markUnread,
  useIsResolved,
  useNotifications,
} from '@/entities/notification/notifications';
import { formatCount } from '@/lib/count';
import { BROWSER_TIME_ZONE, getDay, simulatedNow } from '@/lib/dates';
import { withParameters } from '@/lib/navigation/search-parameters';
import { useCustomer } from '@/lib/session';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { ExampleRows } from '@/ui/examples';
import { Segmented } from '@/ui/forms/segmented';
import { Select } from '@/ui/forms/select';
import { LinkButton, TextLink } from '@/ui/link';
import { Page, Section } from '@/ui/page';
import { Well } from '@/ui/panel';
import { SkeletonRows } from '@/ui/skeleton';
import type { Filter, Group, Grouping } from './grouping';
import { filtered, grouped } from './grouping';
import { notificationQueries } from './queries';

export default function NotificationsPage() {
  const notifications = useNotifications();
  const isSettled = useIsResolved();
  const news = useQuery(notificationQueries.news(useCustomer().id));
  const { data: me, dataUpdatedAt } = useQuery(customerQueries.me());
  const view = useNotificationView();
  const now = me ? simulatedNow(me.now, dataUpdatedAt) : new Date();
  const timeZone = me?.time_zone ?? BROWSER_TIME_ZONE;
  const shown = filtered(notifications, view.filter);
  const groups = grouped(shown, view.by, { today: getDay(now, timeZone), timeZone });
  const unread = notifications.filter(({ read }) => !read).length;
  return (
    <Page
      title="Notifications"
      description={
        <span aria-live="polite">
          {notifications.length > 0 &&
            (unread === 0 ? 'All read' : `${unread} unread of ${notifications.length}.`)}
        </span>
      }
      actions={<Actions count={notifications.length} />}
    >
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div>
          {news.isError && (
            <div className="mb-6">
              <ErrorState
                title="We couldn't load your notifications."
                onRetry={() => void news.refetch()}
                busy={news.isFetching}
              />
            </div>
          )}
          {!isSettled ? (
            <SkeletonRows rows={5} />
          ) : notifications.length === 0 ? (
            !news.isError && (
              <EmptyState
                title="No notifications"
                action={<LinkButton to="/settings/notifications">Choose notifications</LinkButton>}
                example={
                  <ExampleRows
                    rows={[
                      {
                        title: 'Low Balance Alert',
                        detail: 'Everyday Checking is at $84.10',
                        end: '2 hours ago',
                      },
                      { title: 'Payment Due Soon', detail: 'Tide Card, in 2 days', end: 'Yesterday' },
                    ]}
                  />
                }
              >
                We'll notify you about low balances, card limits, upcoming payments, approved loans, and
                automatic activity.
              </EmptyState>
            )
          ) : (
            <>
              <FilterBar view={view} notifications={notifications} />
              {groups.length > 0 ? (
                <NotificationGroups groups={groups} now={now} />
              ) : (
                <EmptyState
                  title={
                    view.filter.isUnreadOnly ? 'No unread notifications' : 'No notifications of this type'
                  }
                  action={<Button onClick={() => view.choose({ kind: null, show: null })}>Show all</Button>}
                >
                  {formatCount(notifications.length, 'notification is', 'notifications are')} hidden.
                </EmptyState>
              )}
            </>
          )}
        </div>
        <AlertSettings />
      </div>
    </Page>
  );
}

/** Renders what the bank notifies about, with the link to change it. */
function AlertSettings() {
  return (
    <Well>
      <h2 className="font-semibold">Your alerts</h2>
      <p className="mt-1 mb-3 text-ink-2">
        Balances, card limits, payments, and deposits. Choose each alert, and set its amount.
      </p>
      <TextLink to="/settings/notifications">Notification settings</TextLink>
    </Well>
  );
}

function Actions({ count }: { count: number }) {
  function clear() {
    const undo = clearNotifications();
    toast(count === 1 ? 'Notification deleted' : `${count} notifications deleted`, {
      action: { label: 'Undo', onClick: undo },
    });
  }
  return (
    <>
      <Button onClick={markAllRead} disabled={count === 0}>
        Mark all as read
      </Button>
      {count > 0 && <Button onClick={clear}>Clear all</Button>}
    </>
  );
}

const GROUPINGS = [
  { value: 'day', label: 'By day' },
  { value: 'kind', label: 'By type' },
] as const;
const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

/** Returns the filters in the URL and a function that changes them. */
function useNotificationView() {
  const [params, setParams] = useSearchParams();
  const kind = params.get('kind') ?? '';
  const by: Grouping = params.get('by') === 'kind' ? 'kind' : 'day';
  const filter: Filter = {
    kind: isAbout(kind) ? kind : null,
    isUnreadOnly: params.get('show') === 'unread',
  };
  function choose(change: Record<string, string | null>) {
    setParams(withParameters(params, change), { replace: true });
  }
  return { by, filter, choose };
}

type FilterBarProps = {
  view: ReturnType<typeof useNotificationView>;
  notifications: readonly Notification[];
};

function FilterBar({ view: { by, filter, choose }, notifications }: FilterBarProps) {
  const present = ABOUTS.filter(
    (about) => about === filter.kind || notifications.some(({ kind }) => kind === about),
  );
  return (
    <div className="mb-6 grid grid-cols-2 items-center gap-3 md:flex">
      <Segmented
        label="Group"
        value={by}
        options={GROUPINGS}
        onValueChange={(value) => choose({ by: value === 'day' ? null : value })}
      />
      <Segmented
        label="Show"
        value={filter.isUnreadOnly ? 'unread' : 'all'}
        options={SHOWN}
        onValueChange={(value) => choose({ show: value === 'all' ? null : value })}
      />
      <div className="col-span-full min-w-56">
        <Select
          aria-label="Type"
          className="control-height h-auto!"
          value={filter.kind ?? ''}
          onChange={(event) => choose({ kind: event.target.value || null })}
        >
          <option value="">All types</option>
          {present.map((about) => (
            <option key={about} value={about}>
              {getNotificationKind(about).title}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}

/** Renders notifications by group. Arrow keys move the focus, and Delete deletes the focused notification. */
function NotificationGroups({ groups, now }: { groups: readonly Group[]; now: Date }) {
  const list = useRef<HTMLDivElement>(null);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('li') ?? [])];

  function remove(notification: Notification) {
    const before = rows();
    const index = before.findIndex((row) => row.contains(document.activeElement));
    const undo = deleteNotification(notification.id);
    toast('Notification deleted', { action: { label: 'Undo', onClick: undo } });
    requestAnimationFrame(() => {
      const left = rows();
      if (index >= 0) getMainButton(left[Math.min(index, left.length - 1)])?.focus();
    });
  }

  function move(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const index = rows().findIndex((row) => row.contains(event.target as Node));
    if (step !== undefined) {
      const next = getMainButton(rows()[index + step]);
      if (!next) return;
      event.preventDefault();
      next.focus();
    } else if (event.key === 'Delete') {
      const notification = groups.flatMap((group) => group.notifications)[index];
      if (notification) remove(notification);
    }
  }

  return (
    <div ref={list} className="flex flex-col gap-8">
      {groups.map(({ key, title, notifications }) => (
        <Section key={key} title={title} aside={notifications.length > 1 && notifications.length}>
          <ul
            aria-label={title}
            data-rows
            onKeyDown={move}
            className="divide-y divide-line border-line border-t"
          >
            {notifications.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                now={now}
                onDelete={() => remove(notification)}
                actions={<ReadToggle notification={notification} />}
              />
            ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

const getMainButton = (row: HTMLElement | undefined) => row?.querySelector('button');

function ReadToggle({ notification: { id, read, title } }: { notification: Notification }) {
  const Icon = read ? Mail : MailOpen;
  return (
    <button
      type="button"
      aria-label={`Mark as ${read ? 'unread' : 'read'}: ${title}`}
      title={`Mark as ${read ? 'unread' : 'read'}`}
      onClick={() => (read ? markUnread(id) : markRead(id))}
      className="mt-1 grid size-8 shrink-0 place-items-center rounded-1 text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
    >
      <Icon className="size-4" />
    </button>
  );
}
