import { fromMinor, markMinor } from '@engine/money/minor.ts';
import type { DigestLine } from '@engine/simulation/digest.ts';
import { formatTextDate } from '@/lib/dates';
import { classNames } from '@/ui/class-names';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Chevron, type DetailProps, Part, Posting } from './digest-part';
import { getIncreasePath, PROBLEMS } from './problems';

type DigestLinesProps = DetailProps & {
  lines: readonly DigestLine[];
  /** True after several months, when single events come first and all others are counted. */
  isLong: boolean;
};

/** The groups whose events are listed one by one after a long fast-forward, unless there are many. */
const LISTED: ReadonlySet<DigestLine['group']> = new Set([
  'decision',
  'shock',
  'surprise_outcome',
  'claim',
  'coverage',
  'failed',
  'missed',
  'delinquent',
  'charged_off',
  'cured',
  'repaid',
  'goal_reached',
  'raise',
  'increase',
  'tax',
  'cd',
  'rate',
  'dispute',
  'other',
]);
const MOST_LISTED = 8;

/** Lists what happened: each group with its days or, after several months, the single events and the totals. */
export function DigestLines({ lines, isLong, ...line }: DigestLinesProps) {
  const { zone, onLeave } = line;
  const isListed = ({ group, count }: DigestLine) => isLong && LISTED.has(group) && count <= MOST_LISTED;
  const events = lines
    .filter(isListed)
    .flatMap((digestLine) => digestLine.items.map((item) => ({ digestLine, item })))
    .toSorted((left, right) => left.item.at - right.item.at);
  const counted = lines
    .filter((digestLine) => !isListed(digestLine))
    .toSorted((left, right) => (isLong ? getSize(right) - getSize(left) : left.first - right.first));
  return (
    <>
      {events.length > 0 && (
        <Part title="What happened">
          <ul className="border-line border-t [&>li]:border-line [&>li]:border-b [&>li]:py-2.5">
            {events.map(({ digestLine, item }) => (
              <Posting
                key={item.key}
                posting={item}
                to={getPath(digestLine, item)}
                zone={zone}
                isProblem={digestLine.group in PROBLEMS}
                onLeave={onLeave}
              >
                <Amounts amounts={item.amounts} moved={item.moved} />
              </Posting>
            ))}
          </ul>
        </Part>
      )}
      {counted.length > 0 && (
        <Part title={isLong ? 'Totals' : 'What happened'}>
          <ul className="border-line border-t">
            {counted.map((digestLine) => (
              <Line key={digestLine.group} line={digestLine} hasDays={!isLong} {...line} />
            ))}
          </ul>
        </Part>
      )}
      <p className="mt-4 text-sm">
        <TextLink to="/transactions" onClick={onLeave}>
          View transactions
        </TextLink>
      </p>
    </>
  );
}

/** Returns the largest amount of a group, in minor units of any currency. */
const getSize = ({ amounts, moved }: DigestLine) =>
  Math.max(0, ...[...Object.values(amounts), ...Object.values(moved)].map(Math.abs));

/** The groups whose descriptions are shown at once. */
const STARTS_OPEN: ReadonlySet<DigestLine['group']> = new Set([
  'shock',
  'decision',
  'surprise_outcome',
  'claim',
  'increase',
  'raise',
  'other',
]);

/** Returns the page of an event that moved no money; undefined for the others. */
function getPath({ group }: DigestLine, { subject }: DigestLine['items'][number]): string | undefined {
  if (group === 'increase') return getIncreasePath(subject);
  return group === 'raise' ? '/auto-deposit' : undefined;
}

type LineProps = DetailProps & { line: DigestLine };

function Line({ line, hasDays, zone, onDetails, onLeave }: LineProps & { hasDays: boolean }) {
  const startsOpen = hasDays && STARTS_OPEN.has(line.group);
  return (
    <li className="border-line border-b">
      <details
        className="group"
        open={startsOpen}
        onToggle={({ currentTarget }) => currentTarget.open !== startsOpen && onDetails()}
      >
        <summary className="flex min-h-13 cursor-pointer items-center gap-2 py-2 marker:content-none md:gap-3">
          {hasDays && (
            <span className="figures w-13.5 shrink-0 text-ink-3 text-sm md:w-28">
              {formatDays(line.first, line.last, zone)}
            </span>
          )}
          <span
            className={classNames(
              'min-w-0 flex-1',
              line.group in PROBLEMS ? 'font-semibold text-negative' : 'font-medium',
            )}
          >
            {line.text}
          </span>
          {/* Statements repeat a balance, so their sum means nothing. */}
          <Amounts
            amounts={line.amounts}
            moved={line.group === 'statement' && line.count > 1 ? {} : line.moved}
          />
          <Chevron />
        </summary>
        <ul className="pb-3 text-sm md:pr-8">
          {line.items.map((item) => (
            <Posting key={item.key} posting={item} to={getPath(line, item)} zone={zone} onLeave={onLeave}>
              <Amounts amounts={item.amounts} moved={item.moved} size="small" />
            </Posting>
          ))}
          {line.count > line.items.length && (
            <li className="py-1 text-ink-3">and {line.count - line.items.length} more</li>
          )}
        </ul>
      </details>
    </li>
  );
}

type AmountsProps = Pick<DigestLine, 'amounts' | 'moved'> & { size?: 'small' };

/**
 * Renders the changes by currency. If money only moved between the customer's accounts, renders it without a
 * sign.
 */
function Amounts({ amounts, moved, size }: AmountsProps) {
  const changed = Object.entries(amounts).filter(([, amount]) => amount !== 0);
  return (
    <span className="flex shrink-0 flex-col items-end">
      {(changed.length > 0 ? changed : Object.entries(moved)).map(([currency, amount]) => (
        <Money
          key={currency}
          amount={fromMinor(markMinor(amount))}
          currency={currency}
          signed={changed.length > 0}
          size={size}
          className={classNames(changed.length > 0 && amount > 0 && 'text-positive')}
        />
      ))}
    </span>
  );
}

/** The longest period in months whose first and last days are shown. */
export const MAX_MONTHS_WITH_DAYS = 2;
export const MONTH_MS = 30.44 * 86_400_000;

/** Formats a day, the first and the last day, or the length of a period of several months. */
function formatDays(first: number, last: number, zone: string): string {
  const months = Math.round((last - first) / MONTH_MS);
  if (months > MAX_MONTHS_WITH_DAYS) return `${months} months`;
  const days = [first, last].map((at) => formatTextDate(new Date(at), zone));
  return days[0] === days[1] ? `${days[0]}` : days.join('–');
}
