import { subtractMinor, toMinor } from '@engine/money/minor.ts';
import type { DigestLine } from '@engine/simulation/digest.ts';
import { useQuery } from '@tanstack/react-query';
import { PartyPopper, Rewind } from 'lucide-react';
import { customerQueries } from '@/entities/customer/queries';
import { useMonthReview } from '@/entities/household/month-review';
import type { FastForwardTarget } from '@/entities/household/request-fast-forward';
import { formatClockDate, formatListDate, formatTextDate, getDay } from '@/lib/dates';
import { AlertBox, Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { Dialog } from '@/ui/overlays/dialog';
import { Causes } from './digest/causes';
import { DigestLines, MAX_MONTHS_WITH_DAYS, MONTH_MS } from './digest/digest-lines';
import { NeedsYou } from './digest/needs-you';
import { LastYearReplay, NetWorth } from './digest/net-worth';
import { ScenarioNews } from './digest/scenario-news';
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

type MilestonesProps = { lines: readonly DigestLine[]; onLeave: () => void };

function Milestones({ lines, onLeave }: MilestonesProps) {
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
