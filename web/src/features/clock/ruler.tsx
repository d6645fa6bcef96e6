import { DAY_MS } from '@engine/calendar/calendar.ts';
import type { Upcoming } from '@engine/forecast/upcoming.ts';
import { formatAs, formatListDate, getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Tooltip } from '@/ui/overlays/tooltip';

export const RULER_DAYS = 35;
const DAYS = Array.from({ length: RULER_DAYS + 1 }, (_, day) => day);
/** Labels closer than this many days would overlap, so only the first is shown. */
const LABEL_APART_DAYS = 5.5;

/** Marks need 24 px each (WCAG 2.5.8), which is this many days at the smallest width. */
const HIT_APART_DAYS = 1.6;

type Mark = { day: string; share: number; label: string | null; items: Upcoming[] };

export function Ruler({ now, zone, upcoming }: { now: number; zone: string; upcoming: readonly Upcoming[] }) {
  const marks = getMarks(upcoming, now, zone);
  const share = (days: number) => `${(days / RULER_DAYS) * 100}%`;
  return (
    <div className="relative hidden h-12 flex-1 xl:block">
      <div aria-hidden className="absolute inset-x-0 top-4 flex h-px bg-line-strong/40" />
      {DAYS.map((day) => {
        const date = formatAs(new Date(now + day * DAY_MS), 'd', zone);
        const isFirst = date === '1';
        return (
          <span
            key={day}
            aria-hidden
            className={isFirst ? 'absolute top-2 h-4 w-px bg-line-strong' : 'absolute top-3 h-2 w-px bg-line'}
            style={{ left: share(day) }}
          >
            {isFirst && (
              <span className="absolute -top-3.5 left-1 text-ink-3 text-xs">
                {formatAs(new Date(now + day * DAY_MS), 'MMM', zone)}
              </span>
            )}
          </span>
        );
      })}
      <span aria-hidden className="absolute top-0.5 left-0 h-4 w-0.5 -translate-x-1/2 bg-ink" />
      <span aria-hidden className="absolute top-3 left-0 size-2.5 -translate-x-1/2 rounded-full bg-ink" />
      {marks.map(({ day, share: at, label }) => (
        <span key={day} aria-hidden className="absolute top-3" style={{ left: `${at * 100}%` }}>
          <span className="block size-2.5 -translate-x-1/2 rounded-full border-2 border-chart-1 bg-canvas" />
          {label && (
            <span className="absolute top-4 left-0 -translate-x-1/2 whitespace-nowrap text-ink-2 text-xs">
              {label}
            </span>
          )}
        </span>
      ))}
      <ul aria-label="Due in the next 5 weeks">
        {getGroups(marks).map((group) => (
          <li
            key={group.key}
            className="absolute top-1"
            style={{ left: `${group.from * 100}%`, width: `${(group.to - group.from) * 100}%` }}
          >
            <Tooltip text={<GroupLabel marks={group.marks} />}>
              <button type="button" className="absolute inset-x-0 -mx-3 h-6 rounded-full">
                <span className="sr-only">
                  {group.marks.map(({ day, items }) => toText(day, items)).join('. ')}
                </span>
              </button>
            </Tooltip>
          </li>
        ))}
      </ul>
    </div>
  );
}

function GroupLabel({ marks }: { marks: readonly Mark[] }) {
  return marks.map(({ day, items }) => (
    <span key={day} className="block not-first:mt-1.5">
      <span className="block font-semibold">{formatListDate(day)}</span>
      {items.map(({ key, name, amount, currency }) => (
        <span key={key} className="figures flex justify-between gap-4">
          <span>{name}</span>
          <span>{formatMoney(amount, currency, true)}</span>
        </span>
      ))}
    </span>
  ));
}

type Group = { key: string; from: number; to: number; marks: Mark[] };

/** Groups marks that are too close together to be tapped separately. */
function getGroups(marks: readonly Mark[]): Group[] {
  const groups: Group[] = [];
  for (const mark of marks) {
    const last = groups.at(-1);
    if (last && (mark.share - last.to) * RULER_DAYS < HIT_APART_DAYS) {
      last.marks.push(mark);
      last.to = mark.share;
    } else groups.push({ key: mark.day, from: mark.share, to: mark.share, marks: [mark] });
  }
  return groups;
}

function toText(day: string, items: readonly Upcoming[]): string {
  const words = items.map(({ name, amount, currency }) => `${name} ${formatMoney(amount, currency, true)}`);
  return `${formatListDate(day)}: ${words.join(', ')}`;
}

/** Returns one mark per day, at the time of the day's first event. */
function getMarks(upcoming: readonly Upcoming[], now: number, zone: string): Mark[] {
  const days = new Map<string, Upcoming[]>();
  for (const item of upcoming) {
    const day = getDay(new Date(item.at), zone);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  let labeledAt = -LABEL_APART_DAYS;
  return [...days].flatMap(([day, items]) => {
    const [first] = items;
    if (!first) return [];
    const at = (first.at - now) / DAY_MS;
    const biggest = items.reduce((left, right) =>
      Math.abs(right.amount) > Math.abs(left.amount) ? right : left,
    );
    const pay = items.find(({ isPay }) => isPay);
    const hasRoom = at - labeledAt >= LABEL_APART_DAYS && at > 2 && at < RULER_DAYS - 1.5;
    if (hasRoom) labeledAt = at;
    const name = pay ? 'Payday' : shortName(biggest.name);
    return [{ day, share: at / RULER_DAYS, label: hasRoom ? `${name} ${formatAs(day, 'd')}` : null, items }];
  });
}

const LONGEST_NAME = 14;

const shortName = (name: string) => {
  const words = name.replace(/ (payment|autopay)$/i, '');
  return words.length <= LONGEST_NAME ? words : `${words.slice(0, LONGEST_NAME - 1).trimEnd()}…`;
};
