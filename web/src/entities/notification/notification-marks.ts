import { readStoredJson, storeValue } from '@/lib/storage/customer-keys';

/** The time when a notification was first shown, and its read and deleted status. */
export type Mark = { at: string; read?: boolean; gone?: boolean };

/**
 * The notifications that the customer has seen, stored in this browser until sign-out. The notifications
 * themselves are computed on each load.
 */
export type Marks = {
  /**
   * The customer has seen all notifications up to this simulated instant (ISO 8601). Null on the first visit.
   */
  seen: string | null;
  /** The marks by notification id. */
  alertMarks: Record<string, Mark>;
};

const WHAT = 'notifications';
const IDS_KEPT = 300;
/** The marks for browsers that block storage. These marks are lost when the page closes. */
const unkept = new Map<string, Marks>();

const NOTHING: Marks = { seen: null, alertMarks: {} };

export function readMarks(customerId: string): Marks {
  const remembered = unkept.get(customerId);
  if (remembered) return remembered;
  const stored = readStoredJson(customerId, WHAT);
  return isMarks(stored) ? stored : NOTHING;
}

/** Saves the marks in this browser. If there are too many, drops the oldest marks. */
export function saveMarks(customerId: string, { seen, alertMarks }: Marks): void {
  const newest = Object.entries(alertMarks).toSorted(([, left], [, right]) =>
    right.at.localeCompare(left.at),
  );
  const marks = { seen, alertMarks: Object.fromEntries(newest.slice(0, IDS_KEPT)) };
  if (storeValue(customerId, WHAT, JSON.stringify(marks))) unkept.delete(customerId);
  else unkept.set(customerId, marks);
}

export function deleteMarks(): void {
  unkept.clear();
}

/** The maximum time between notifications that count as loaded together. */
const AT_ONCE_MS = 60_000;

/**
 * Returns the marks up to an instant. After a return to a checkpoint, later notifications count as unseen.
 */
export function marksUntil({ seen, alertMarks }: Marks, now: string): Marks {
  const isBefore = (at: string) => Date.parse(at) <= Date.parse(now) + AT_ONCE_MS;
  return {
    seen: seen !== null && !isBefore(seen) ? now : seen,
    alertMarks: Object.fromEntries(Object.entries(alertMarks).filter(([, { at }]) => isBefore(at))),
  };
}

function isMarks(value: unknown): value is Marks {
  if (typeof value !== 'object' || value === null || !('seen' in value) || !('alertMarks' in value))
    return false;
  const { seen, alertMarks } = value;
  return (
    (seen === null || (typeof seen === 'string' && Number.isFinite(Date.parse(seen)))) &&
    typeof alertMarks === 'object' &&
    alertMarks !== null &&
    Object.values(alertMarks).every(
      (entry: unknown) =>
        typeof entry === 'object' && entry !== null && 'at' in entry && typeof entry.at === 'string',
    )
  );
}
