import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { getDestination, markRead, type Notification } from '@/entities/notification/notifications';
import { relativeTime } from '@/lib/dates';
import { classNames } from '@/ui/class-names';

const DOTS = {
  warning: { color: 'bg-chart-2', word: 'Warning' },
  success: { color: 'bg-positive', word: 'Success' },
  error: { color: 'bg-negative', word: 'Error' },
  info: { color: 'bg-info', word: 'Information' },
} as const;

type NotificationRowProps = {
  notification: Notification;
  /** The current simulated instant. */
  now: Date;
  onDelete: () => void;
  onFollow?: () => void;
  /** Additional actions before the × button. */
  actions?: ReactNode;
};

/**
 * Renders a notification: a dot for its type, title, message, time, and an × button that deletes it. A click
 * marks it as read and opens its link.
 */
export function NotificationRow({ notification, now, onDelete, onFollow, actions }: NotificationRowProps) {
  const navigate = useNavigate();
  const { id, title, message, type, date, read, to } = notification;
  const dot = DOTS[type];
  function follow() {
    markRead(id);
    const destination = getDestination(notification);
    if (destination) void navigate(destination);
    onFollow?.();
  }
  return (
    <li className="relative flex items-start gap-1">
      {!read && <span aria-hidden className="absolute inset-y-0 left-0 w-0.5 bg-accent" />}
      <button
        type="button"
        onClick={follow}
        className="flex min-w-0 flex-1 gap-3 rounded-1 p-2.5 text-left hover:bg-sunken"
      >
        <span className={classNames('mt-2 size-2 shrink-0 rounded-full', dot.color)} title={dot.word}>
          <span className="sr-only">{dot.word}</span>
        </span>
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span className={classNames('max-md:w-full', read ? 'text-ink-2' : 'font-semibold')}>
            {title}
            {!read && <span className="sr-only"> (unread)</span>}
          </span>
          <span className="text-ink-3 text-sm max-md:order-last">{relativeTime(date, now)}</span>
          <span className="w-full text-ink-2 text-sm wrap-anywhere">{message}</span>
        </span>
      </button>
      <span className="flex w-11 shrink-0 justify-center">
        {to && (
          <Link
            to={to}
            aria-label={`View: ${title}`}
            onClick={() => {
              markRead(id);
              onFollow?.();
            }}
            className="mt-2.5 flex items-center px-1 text-link text-sm pointer-coarse:mt-0 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center"
          >
            View
          </Link>
        )}
      </span>
      {actions}
      <button
        type="button"
        aria-label={`Delete notification: ${title}`}
        onClick={onDelete}
        className="mt-1 grid size-8 shrink-0 place-items-center rounded-1 text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
      >
        <X className="size-4" />
      </button>
    </li>
  );
}
