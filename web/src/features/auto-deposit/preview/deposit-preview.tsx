import type { Zone } from '@engine/calendar/calendar.ts';
import { formatListDate, formatTime } from '@/lib/dates';
import { Well } from '@/ui/panel';
import { getSentence, nextDeposits, type Rhythm, timesBehind } from './upcoming-deposits';

const SHOWN = 5;

type DepositPreviewProps = {
  /** Null while a field is missing. */
  previewed: { rhythm: Rhythm; amount: number; currency: string; account: string } | null;
  paused: boolean;
  now: number;
  zone: Zone;
};

export function DepositPreview({ previewed, paused, now, zone }: DepositPreviewProps) {
  if (!previewed)
    return (
      <Well aria-label="Preview" className="p-4! text-ink-2 text-sm">
        Enter an amount, start date, and time to see a preview.
      </Well>
    );
  const { rhythm, ...what } = previewed;
  const deposits = nextDeposits(rhythm, now, zone, SHOWN);
  const behind = timesBehind(rhythm, now, zone);
  return (
    <Well aria-label="Preview" className="p-4!">
      <p aria-live="polite" className="font-medium">
        {getSentence(rhythm, what, now, zone)}
      </p>
      {behind > 0 && deposits.length > 0 && (
        <p className="mt-1 text-ink-2 text-sm">
          {rhythm.occurrences === null
            ? "Deposits before today won't be added."
            : `${behind.toLocaleString('en-US')} of ${rhythm.occurrences.toLocaleString('en-US')} deposits are before today and won't be added.`}
        </p>
      )}
      {paused && <p className="mt-1 text-ink-2 text-sm">Paused. Resume it to receive deposits.</p>}
      {deposits.length > 0 && (
        <ol aria-label="Upcoming dates" className="figures mt-3 text-ink-2 text-sm sm:columns-2">
          {deposits.map((at) => (
            <li key={at} className="flex items-center gap-2.5 pb-1">
              <span aria-hidden className="size-2 rounded-full border-2 border-chart-1" />
              <span className="w-32">{formatListDate(new Date(at), zone.name)}</span>
              <span className="text-ink-3">{formatTime(new Date(at), zone.name)}</span>
            </li>
          ))}
        </ol>
      )}
    </Well>
  );
}
