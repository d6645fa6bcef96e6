import { useQuery } from '@tanstack/react-query';
import { type Duration, formatDuration, intervalToDuration } from 'date-fns';
import { formatClockDate } from '@/lib/dates';
import { customerQueries } from '../queries';
import { CheckpointList } from './checkpoint-list';
import { ReplaceHousehold } from './replace-household';
import { SaveCheckpoint } from './save-checkpoint';
import { Surprises } from './surprises';

type Customer = { now: string; time_zone: string; base_currency: string };

/** Renders the simulated clock and the ways to change it. */
export function TimeSettings({ customer }: { customer: Customer }) {
  // The simulated time when it was read.
  const { dataUpdatedAt } = useQuery(customerQueries.me());
  const ahead = formatAhead(dataUpdatedAt, Date.parse(customer.now));
  return (
    <div className="flex flex-col gap-10">
      <dl className="figures flex flex-wrap gap-x-12 gap-y-4">
        <Fact term="Simulated date">{formatClockDate(customer.now, customer.time_zone)}</Fact>
        <Fact term="Clock">{ahead ? `${ahead} ahead of today` : 'real time'}</Fact>
        <Fact term="Time zone">{customer.time_zone.replaceAll('_', ' ')}</Fact>
      </dl>
      <div>
        <h3 className="font-semibold">Checkpoints</h3>
        <p className="mt-1 mb-4 max-w-170 text-ink-2">
          A checkpoint saves your whole bank so you can come back to it.
        </p>
        <SaveCheckpoint />
        <CheckpointList timeZone={customer.time_zone} />
      </div>
      <Surprises />
      <ReplaceHousehold customer={customer} />
    </div>
  );
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="text-ink-3 text-sm">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

/** Shorter differences come from the time that reading takes. */
const SLACK_MS = 60_000;
const UNITS = ['years', 'months', 'days', 'hours', 'minutes'] as const satisfies readonly (keyof Duration)[];

/**
 * Formats the clock's offset in its two largest units: `1 year 2 months`; null without an offset.
 * Milliseconds.
 */
export function formatAhead(real: number, simulated: number): string | null {
  if (simulated - real < SLACK_MS) return null;
  const parts = intervalToDuration({ start: real, end: simulated + SLACK_MS / 2 });
  const [first, second] = UNITS.filter((unit) => (parts[unit] ?? 0) > 0);
  // Daylight saving time would add hours to months.
  const told =
    second && UNITS.indexOf(second) - UNITS.indexOf(first ?? second) === 1 ? [first, second] : [first];
  return formatDuration(parts, { format: told.filter((unit) => unit !== undefined) });
}
