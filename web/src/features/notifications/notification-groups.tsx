import { Mail, MailOpen } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { NotificationRow } from '@/entities/notification/notification-row';
import {
  deleteNotification,
  markRead,
  markUnread,
  type Notification,
} from '@/entities/notification/notifications';
import { toast } from '@/lib/toast';
import { Section } from '@/ui/page';
import type { Group } from './grouping';

/** Notifications by group. Arrow keys move the focus, and Delete deletes the focused one. */
export function NotificationGroups({ groups, now }: { groups: readonly Group[]; now: Date }) {
  const list = useRef<HTMLDivElement>(null);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('li') ?? [])];

  function remove(notification: Notification) {
    const before = rows();
    const index = before.findIndex((row) => row.contains(document.activeElement));
    const undo = deleteNotification(notification.id);
    toast('Notification deleted', { action: { label: 'Undo', onClick: undo } });
    // Moves the focus to a neighbor of a deleted row.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts between the buttons in it.
    <div ref={list} onKeyDown={move} className="flex flex-col gap-8">
      {groups.map(({ key, title, notifications }) => (
        <Section key={key} title={title} aside={notifications.length > 1 && notifications.length}>
          <ul aria-label={title} className="flex flex-col gap-1">
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
      <Icon aria-hidden className="size-4" strokeWidth={1.5} />
    </button>
  );
}
