import { useAnnouncement } from '@/entities/notification/notifications';

/** Reads out what arrives while a page is open, once, when the screen reader has a moment. */
export function NotificationAnnouncer() {
  const { id, text } = useAnnouncement();
  return (
    <div aria-live="polite" className="sr-only">
      {/* Another element each time: the same words twice are two arrivals. */}
      <p key={id}>{text}</p>
    </div>
  );
}
