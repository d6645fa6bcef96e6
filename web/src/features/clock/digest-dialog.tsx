import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, type Minor, markMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { queryFor } from '@engine/search/transaction-query.ts';
import {
  type Cause,
  type DigestLine,
  explainChange,
  type FastForwardDigest,
} from '@engine/simulation/digest.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, PartyPopper, Play, Rewind } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import {
  describeOpenDistribution,
  distributionQuery,
  getOpenAmount,
  type RequiredDistribution,
} from '@/entities/account/required-distributions';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { useMonthReview } from '@/entities/household/month-review';
import { netWorthQuery } from '@/entities/household/net-worth-query';
import type { FastForwardTarget } from '@/entities/household/request-fast-forward';
import { describeRun } from '@/entities/scenario/scenario-text';
import { LateReturn, useLateReturns } from '@/features/documents/late-return';
import { scenarioQueries } from '@/features/scenarios/queries';
import { lazyComponent } from '@/lib/bundle/lazy';
import { formatClockDate, formatListDate, formatTextDate, getDay } from '@/lib/dates';
import { AlertBox, Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { SkeletonRows } from '@/ui/skeleton';
import type { Advanced } from './mutations';
import { getStepTitle } from './steps';
import type { FastForwardResult } from './use-advance';
import { useUndo } from './use-undo';

type DigestDialogProps = Omit<DigestProps, 'advanced' | 'request'> & { result: FastForwardResult };

export function DigestDialog({ result, ...rest }: DigestDialogProps) {
  const { onClose } = rest;
  if ('refused' in result)
    return (
      <Dialog onClose={onClose} title="Time didn't move">
        <AlertBox fact="Nothing changed.">{result.refused}</AlertBox>
      </Dialog>
    );
  if ('stopped' in result)
    return (
      <Dialog onClose={onClose} title="Stopped early">
        <p className="text-ink-2">Everything up to this day is in your transactions.</p>
      </Dialog>
    );
  return <Digest {...result} {...rest} />;
}

type DigestProps = {
  advanced: Advanced;
  request?: FastForwardTarget;
  zone: string;
  onClose: () => void;
  /** Repeats the fast-forward. Missing if it didn't use one of the bar's durations. */
  repeat?: { label: string; onPress: () => void };
};

function Digest({ advanced, request, zone, onClose, repeat }: DigestProps) {
  const { from, to, ended, decision, digest, checkpoint } = advanced;
  const review = useMonthReview(useQuery(customerQueries.me()).data);
  const undo = useUndo(onClose, zone);
  const { before, after } = digest.netWorth;
  // If the base currency changed, the two amounts can't be compared.
  const change =
    before.currency === after.currency ? subtractMinor(toMinor(after.amount), toMinor(before.amount)) : null;
  return (
    <Dialog
      onClose={onClose}
      wide
      title={
        decision
          ? `Stopped on ${formatTextDate(new Date(to), zone)} for your decision`
          : (getStepTitle(request) ?? `Fast-forwarded to ${formatClockDate(to, zone)}`)
      }
      description={`${formatListDate(from, zone)} to ${formatClockDate(to, zone)}`}
      footer={
        <div className="flex flex-wrap items-center justify-end gap-2">
          {checkpoint && (
            <Button
              variant="ghost"
              busy={undo.isPending}
              onClick={() => undo.run(checkpoint)}
              className="mr-auto -ml-4"
            >
              <Rewind className="size-4.5" /> {getUndoLabel(decision ? undefined : request)}
            </Button>
          )}
          {repeat && !ended && (
            <Button disabled={undo.isPending} onClick={repeat.onPress}>
              {repeat.label}
            </Button>
          )}
          <Button variant="primary" disabled={undo.isPending} onClick={onClose}>
            Done
          </Button>
        </div>
      }
    >
      <Problem fact="We couldn't undo the fast-forward." className="mb-5">
        {undo.reason}
      </Problem>
      <ScenarioNews from={from} to={to} ended={ended ?? null} zone={zone} onLeave={onClose} />
      <NetWorth {...digest.netWorth} change={change} from={from} zone={zone} />
      <LastYearReplay from={from} to={to} zone={zone} currency={after.currency} />
      <YearReviewLink from={from} to={to} zone={zone} onLeave={onClose} />
      <Milestones lines={digest.lines} onLeave={onClose} />
      <NeedsYou lines={digest.lines} today={getDay(to, zone)} onLeave={onClose} />
      {change !== null && (
        <Causes digest={digest} change={change} zone={zone} onDetails={review} onLeave={onClose} />
      )}
      {digest.lines.length === 0 ? (
        <p className="mt-6 text-ink-2">Nothing happened. Add a paycheck or a bill to see activity.</p>
      ) : (
        <DigestLines
          lines={digest.lines}
          isLong={Date.parse(to) - Date.parse(from) > MAX_MONTHS_WITH_DAYS * MONTH_MS}
          zone={zone}
          onDetails={review}
          onLeave={onClose}
        />
      )}
    </Dialog>
  );
}

const UNDO_LABELS: Readonly<Record<string, string>> = {
  P1D: 'Undo this day',
  P1W: 'Undo this week',
  P1M: 'Undo this month',
  P1Y: 'Undo this year',
};

const getUndoLabel = (request: FastForwardTarget | undefined) =>
  (request && 'by' in request && UNDO_LABELS[request.by]) || 'Undo fast-forward';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

type NetWorthProps = FastForwardDigest['netWorth'] & { change: Minor | null; from: string; zone: string };

/** Renders the dashboard's net worth and how it changed. */
function NetWorth({ before, after, change, from, zone }: NetWorthProps) {
  return (
    <div>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Money amount={after.amount} currency={after.currency} size="page" />
        {change !== null && (
          <Money
            amount={fromMinor(change)}
            currency={after.currency}
            signed
            className={classNames(change > 0 && 'text-positive')}
          />
        )}
      </p>
      <p className="mt-1 text-ink-2 text-sm">
        Net worth.
        {change !== null && (
          <>
            {' '}
            It was <Money amount={before.amount} currency={before.currency} size="small" /> on{' '}
            {formatTextDate(new Date(from), zone)}.
          </>
        )}
      </p>
    </div>
  );
}

const YearReplay = lazyComponent(() =>
  import('@/entities/household/year-replay').then((module) => module.YearReplay),
);

/** The shortest fast-forward whose last year can be played back, in days. */
const YEAR_DAYS = 365;

type LastYearReplayProps = { from: string; to: string; zone: string; currency: string };

/** Renders a button that plays back the last year of a fast-forward of a year or more. */
function LastYearReplay({ from, to, zone, currency }: LastYearReplayProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [first, last] = [parseDay(getDay(from, zone)), parseDay(getDay(to, zone))];
  const history = useQuery({ ...netWorthQuery(), enabled: isOpen });
  if (last - first < YEAR_DAYS) return null;
  if (!isOpen)
    return (
      <Button className="mt-4" onClick={() => setIsOpen(true)}>
        <Play className="size-4" /> Play the year back
      </Button>
    );
  const since = dayText(last - YEAR_DAYS);
  return (
    <Part title="Your year">
      <Loaded from={history} failure="We couldn't load your net worth." rows={4}>
        {(days) => (
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <YearReplay days={days.filter(({ day }) => day >= since)} currency={currency} />
          </Suspense>
        )}
      </Loaded>
    </Part>
  );
}

type YearReviewLinkProps = { from: string; to: string; zone: string; onLeave: () => void };

/** Renders a link to the review of the last year that ended during the fast-forward. */
function YearReviewLink({ from, to, zone, onLeave }: YearReviewLinkProps) {
  const [first, last] = [from, to].map((at) => Number(getDay(at, zone).slice(0, 4)));
  if (first === undefined || last === undefined || last <= first) return null;
  return (
    <p className="mt-4">
      <TextLink to={`/analytics/year-in-review/${last - 1}`} onClick={onLeave}>
        View {last - 1} in review
      </TextLink>
    </p>
  );
}

/** The events to celebrate, with the page that shows what comes next. */
const MILESTONES: Partial<Record<DigestLine['group'], { to: string; label: string }>> = {
  goal_reached: { to: '/goals', label: 'View goals' },
  repaid: { to: '/forecasts/what-if', label: 'Plan what to do with the money' },
};

type LinesProps = { lines: readonly DigestLine[]; onLeave: () => void };

function Milestones({ lines, onLeave }: LinesProps) {
  return lines.map(({ group, items }) => {
    const next = MILESTONES[group];
    return (
      next &&
      items.map(({ key, description }) => (
        <div
          key={key}
          className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2 bg-accent-soft p-4"
        >
          <PartyPopper className="size-8 shrink-0 text-accent" strokeWidth={1.25} />
          <p className="min-w-0 flex-1 basis-44 font-semibold">{description}.</p>
          <TextLink to={next.to} onClick={onLeave}>
            {next.label}
          </TextLink>
        </div>
      ))
    );
  });
}

/** The groups of unfavorable events, with the page where the customer can act. */
const PROBLEMS: Partial<Record<DigestLine['group'], { to: string; label: string }>> = {
  decision: { to: '/dashboard', label: 'Decide on the dashboard' },
  failed: { to: '/dashboard/move', label: 'Transfer money' },
  overdrawn: { to: '/dashboard/move', label: 'Transfer money' },
  deposit_failed: { to: '/auto-deposit', label: 'View auto deposits' },
  missed: { to: '/notifications', label: 'View notifications' },
  delinquent: { to: '/notifications', label: 'View notifications' },
  coverage: { to: '/insurance', label: 'View insurance' },
  pay_missed: { to: '/forecasts', label: 'View cash forecast' },
};

/** The groups of events that resolve an earlier problem of the same debt or rule. */
const RESOLVED_BY: Partial<Record<DigestLine['group'], readonly DigestLine['group'][]>> = {
  missed: ['cured', 'repaid'],
  delinquent: ['cured', 'repaid'],
  pay_missed: ['pay'],
  decision: ['surprise_outcome'],
};

function NeedsYou({ lines, today, onLeave }: LinesProps & { today: string }) {
  const isResolved = (group: DigestLine['group'], { subject, at }: DigestLine['items'][number]) =>
    lines.some(
      (line) =>
        RESOLVED_BY[group]?.includes(line.group) &&
        line.items.some((item) => item.subject === subject && item.at > at),
    );
  const problems = lines.flatMap((line) => {
    const next = PROBLEMS[line.group];
    return next && !line.items.every((item) => isResolved(line.group, item)) ? [{ ...line, next }] : [];
  });
  const increases = usePendingIncreases(lines);
  const lateReturns = useLateReturns(today);
  const distributions = useOpenDistributions();
  if (problems.length + increases.length + lateReturns.length + distributions.length === 0) return null;
  return (
    <Part title="Needs you">
      <ul className="flex flex-col gap-2">
        {problems.map(({ group, text, items, next }) => (
          <li key={group}>
            <AlertBox
              fact={`${text}:`}
              action={
                <TextLink to={next.to} onClick={onLeave}>
                  {next.label}
                </TextLink>
              }
            >
              {describeLatest(items)}
            </AlertBox>
          </li>
        ))}
        {lateReturns.map((year) => (
          <li key={year}>
            <LateReturn year={year} onLeave={onLeave} />
          </li>
        ))}
        {increases.map(({ key, subject, description }) => (
          <li key={key}>
            <AlertBox
              kind="info"
              fact={`${description}.`}
              action={
                <TextLink to={getIncreasePath(subject)} onClick={onLeave}>
                  Keep the amount or cancel
                </TextLink>
              }
            />
          </li>
        ))}
        {distributions.map((distribution) => (
          <li key={`${distribution.account_id}:${distribution.tax_year}`}>
            <AlertBox
              kind={distribution.missed > 0 ? 'negative' : 'info'}
              fact={describeOpenDistribution(distribution)}
              action={
                <TextLink to="/dashboard/move" onClick={onLeave}>
                  Transfer money
                </TextLink>
              }
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Returns the required minimum distributions that still have an amount to withdraw. */
function useOpenDistributions(): RequiredDistribution[] {
  const { data = [] } = useQuery(distributionQuery());
  return data.filter((distribution) => getOpenAmount(distribution) > 0);
}

const getIncreasePath = (paymentId = '') => `/scheduled-payments?increase=${paymentId}`;

/** Returns the announced increases of bills that are still ahead. */
function usePendingIncreases(lines: readonly DigestLine[]): DigestLine['items'] {
  const { data: household } = useQuery(clockQueries.household());
  const announced = lines.find(({ group }) => group === 'increase')?.items ?? [];
  const latest = new Map(announced.map((item) => [item.subject, item]));
  return [...latest.values()].filter(({ subject = '' }) => household?.carryover.bills?.[subject]?.next);
}

/** The most names in a summary of unfavorable events. */
const MOST_NAMES = 3;

/** The end of a description that repeats the label of its group. */
const REPEATED =
  /(?: payment failed| payment is due| was returned| could(?: not|n't) be (?:paid|filled))?\.?$/;

/**
 * Names the latest unfavorable events, once for each debt or rule: `Rent, Gym, Tide Card autopay, and 10
 * more.`
 */
function describeLatest(items: DigestLine['items']): string {
  const latest = new Map(items.map(({ subject, key, description }) => [subject ?? key, description]));
  const names = [...latest.values()].map((description) => description.replace(REPEATED, ''));
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(', ')}, and ${more} more.` : `${names.join(', ')}.`;
}

type CausesProps = Omit<LineProps, 'line'> & { digest: FastForwardDigest; change: Minor };

/** Lists the causes of the change in net worth, which add up to it. Each opens to its postings. */
function Causes({ digest, change, ...cause }: CausesProps) {
  const { currency } = digest.netWorth.after;
  const causes = explainChange(digest, change, currency);
  if (causes.length === 0) return null;
  return (
    <Part title="Why it changed">
      <ul className="border-line border-t">
        {causes.map((item) => (
          <CauseItem key={item.label} cause={item} currency={currency} {...cause} />
        ))}
        <li className="flex justify-between gap-4 border-ink border-t py-2.5 pr-7 font-semibold md:pr-8">
          <span>Change</span>
          <Money amount={fromMinor(change)} currency={currency} signed />
        </li>
      </ul>
    </Part>
  );
}

type CauseItemProps = Omit<LineProps, 'line'> & { cause: Cause; currency: string };

function CauseItem({ cause, currency, zone, onDetails, onLeave }: CauseItemProps) {
  const { label, amount, postings, others } = cause;
  const figure = (
    <Money
      amount={fromMinor(amount)}
      currency={currency}
      signed
      className={classNames('shrink-0', amount > 0 && 'text-positive')}
    />
  );
  if (postings.length === 0)
    return (
      <li className="flex min-h-11 items-center justify-between gap-4 border-line border-b py-2 pr-7 md:pr-8">
        {label} {figure}
      </li>
    );
  return (
    <li className="border-line border-b">
      <details
        className="group"
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) onDetails();
        }}
      >
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 py-2 marker:content-none md:gap-3">
          <span className="min-w-0 flex-1">{label}</span>
          {figure}
          <Chevron />
        </summary>
        <ul className="pb-3 text-sm md:pr-8">
          {postings.map((posting) => (
            <Posting key={posting.key} posting={posting} zone={zone} onLeave={onLeave}>
              <Money
                amount={fromMinor(posting.amount)}
                currency={currency}
                signed
                size="small"
                className={classNames(posting.amount > 0 && 'text-positive')}
              />
            </Posting>
          ))}
          {others.count > 0 && (
            <li className="flex justify-between gap-4 py-1 text-ink-3">
              and {others.count.toLocaleString('en-US')} more
              <Money amount={fromMinor(others.amount)} currency={currency} signed size="small" />
            </li>
          )}
        </ul>
      </details>
    </li>
  );
}

const Chevron = () => (
  <ChevronDown className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180" />
);

type PostingProps = Pick<LineProps, 'zone' | 'onLeave'> & {
  posting: { at: number; description: string };
  /** The page to open. The default is a search for the description. */
  to?: string | undefined;
  isProblem?: boolean;
  children: ReactNode;
};

/** Renders a posting's day, its description as a link, and its amount. */
function Posting({
  posting: { at, description },
  to,
  isProblem = false,
  zone,
  onLeave,
  children,
}: PostingProps) {
  return (
    <li className="flex items-baseline gap-2 py-1 md:gap-3">
      <span className="figures w-13.5 shrink-0 text-ink-3 text-sm md:w-28">
        {formatTextDate(new Date(at), zone)}
      </span>
      <Link
        to={to ?? queryFor(description)}
        onClick={onLeave}
        className={classNames(
          'wrap-break-word min-w-0 flex-1 hover:underline',
          isProblem ? 'text-negative' : 'text-ink-2',
        )}
      >
        {description}
      </Link>
      {children}
    </li>
  );
}

type DigestLinesProps = Omit<LineProps, 'line'> & {
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
function DigestLines({ lines, isLong, ...line }: DigestLinesProps) {
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

type LineProps = { line: DigestLine; zone: string; onDetails: () => void; onLeave: () => void };

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
const MAX_MONTHS_WITH_DAYS = 2;
const MONTH_MS = 30.44 * 86_400_000;

/** Formats a day, the first and the last day, or the length of a period of several months. */
function formatDays(first: number, last: number, zone: string): string {
  const months = Math.round((last - first) / MONTH_MS);
  if (months > MAX_MONTHS_WITH_DAYS) return `${months} months`;
  const days = [first, last].map((at) => formatTextDate(new Date(at), zone));
  return days[0] === days[1] ? `${days[0]}` : days.join('–');
}

type ScenarioNewsProps = {
  from: string;
  to: string;
  ended: 'won' | 'lost' | null;
  zone: string;
  /** Called when the customer follows a link. */
  onLeave: () => void;
};

function ScenarioNews({ from, to, ended, zone, onLeave }: ScenarioNewsProps) {
  const { data: scenarioRun } = useQuery(scenarioQueries.current());
  if (!scenarioRun) return null;
  const [before, last] = [parseDay(getDay(from, zone)), parseDay(getDay(to, zone))];
  const moments = describeRun(scenarioRun, last).moments.filter(({ day }) => day > before);
  if (!ended && moments.length === 0) return null;
  const path = `/tips/stories/plays/${scenarioRun.id}`;
  return (
    <section aria-label={scenarioRun.title} className="mb-6">
      {ended && (
        <AlertBox
          kind={ended === 'won' ? 'positive' : 'warning'}
          fact={
            ended === 'won'
              ? `You won “${scenarioRun.title}”.`
              : `The scenario ended on ${formatTextDate(dayText(scenarioRun.course.outcome?.on ?? last))}.`
          }
          action={
            <TextLink to={path} onClick={onLeave}>
              View results
            </TextLink>
          }
          className="mb-4"
        />
      )}
      {moments.length > 0 && (
        <ol className="border-line border-l-2 pl-4">
          {moments.map(({ key, day, title, text, hint }) => (
            <li key={key} className="pb-3 last:pb-0">
              <p className="text-ink-3 text-sm">{formatListDate(dayText(day))}</p>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-2">{text}</p>
              {hint && (
                <Link to={path} onClick={onLeave} className="text-link text-sm">
                  Show hint
                </Link>
              )}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
