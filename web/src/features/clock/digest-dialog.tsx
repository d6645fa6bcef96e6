import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { queryFor } from '@engine/search/transaction-query.ts';
import type { DigestLine } from '@engine/simulation/digest.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { useMonthReview } from '@/entities/household/month-review';
import { describeRun } from '@/entities/scenario/scenario-text';
import { scenarioQueries } from '@/features/scenarios/queries';
import { formatClockDate, formatListDate, formatTextDate, getDay } from '@/lib/dates';
import { sumAmounts } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { LinkButton, TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import type { Advanced } from './mutations';
import type { FastForwardResult } from './use-advance';

type DigestDialogProps = { result: FastForwardResult; zone: string; onClose: () => void };

export function DigestDialog({ result, zone, onClose }: DigestDialogProps) {
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
  return <Digest advanced={result.advanced} zone={zone} onClose={onClose} />;
}

type DigestProps = { advanced: Advanced; zone: string; onClose: () => void };

function Digest({ advanced: { from, to, ended, digest }, zone, onClose }: DigestProps) {
  const review = useMonthReview(useQuery(customerQueries.me()).data);
  return (
    <Dialog
      onClose={onClose}
      wide
      title={`Fast-forwarded to ${formatClockDate(to, zone)}`}
      description={`Since ${formatListDate(from, zone)}.`}
    >
      <ScenarioNews from={from} to={to} ended={ended ?? null} zone={zone} onLeave={onClose} />
      <NetWorthLine {...digest.netWorth} />
      {digest.lines.length === 0 ? (
        <p className="mt-4 text-ink-2">Nothing happened. Add a paycheck or a bill to see activity.</p>
      ) : (
        <ul className="mt-4 border-line border-t">
          {digest.lines.map((line) => (
            <Line key={line.group} line={line} zone={zone} onDetails={review} />
          ))}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <LinkButton to="/transactions" onClick={onClose}>
          View transactions
        </LinkButton>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}

/** Renders the dashboard's net worth before and after the fast-forward. */
function NetWorthLine({ before, after }: Advanced['digest']['netWorth']) {
  const change = sumAmounts([after.amount, -before.amount]);
  return (
    <p className="mb-2 flex flex-wrap items-baseline gap-x-3">
      <span className="text-ink-3 text-sm">Net worth</span>
      <Money amount={after.amount} currency={after.currency} size="inline" />
      {before.currency === after.currency && (
        <span className="text-ink-2">
          <Money amount={change} currency={after.currency} signed /> from{' '}
          <Money amount={before.amount} currency={before.currency} />
        </span>
      )}
    </p>
  );
}

/** The groups of unfavorable events. They also get a text label, so that color isn't the only indicator. */
const BAD = new Set(['failed', 'missed', 'delinquent', 'pay_missed']);

function Line({ line, zone, onDetails }: { line: DigestLine; zone: string; onDetails: () => void }) {
  const startsOpen = line.group === 'shock';
  const amounts = Object.entries(line.amounts).filter(([, amount]) => amount !== 0);
  return (
    <li className="border-line border-b">
      <details
        className="group"
        open={startsOpen}
        onToggle={({ currentTarget }) => currentTarget.open !== startsOpen && onDetails()}
      >
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 py-2 marker:content-none">
          <span className={BAD.has(line.group) ? 'font-semibold text-negative' : 'font-medium'}>
            {line.words}
          </span>
          <span className="flex flex-col items-end">
            {amounts.map(([currency, amount]) => (
              <Money key={currency} amount={amount / 100} currency={currency} signed />
            ))}
          </span>
        </summary>
        <ul className="pb-3 text-sm">
          {line.items.map(({ key, at, description }) => (
            <li key={key} className="flex gap-4 py-1">
              <span className="figures w-24 shrink-0 text-ink-3">{formatTextDate(new Date(at), zone)}</span>
              <Link to={queryFor(description)} className="min-w-0 truncate text-ink-2 hover:underline">
                {description}
              </Link>
            </li>
          ))}
          {line.count > line.items.length && (
            <li className="py-1 text-ink-3">and {line.count - line.items.length} more</li>
          )}
        </ul>
      </details>
    </li>
  );
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
          {moments.map(({ key, day, title, words, hint }) => (
            <li key={key} className="pb-3 last:pb-0">
              <p className="text-ink-3 text-sm">{formatListDate(dayText(day))}</p>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-2">{words}</p>
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
