import { fromMinor, type Minor } from '@engine/money/minor.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ScheduleRow } from '@/entities/debt/data/history';
import { decimalText } from '@/entities/statement-file/exports/exported-row';
import { formatTableDate } from '@/lib/dates';
import { downloadText } from '@/lib/download';
import { formatMinor } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { Section } from '@/ui/page';

type DebtScheduleProps = {
  name: string;
  /** The past payments, followed by the expected payments, oldest first. */
  rows: readonly ScheduleRow[];
  currency: string;
};

const ROW_HEIGHT_PX = 44;
const ROW_HEIGHT_NARROW_PX = 60;
const ROWS_AHEAD = 8;
/** The number of past payments that are visible above the next payment. */
const SHOWN_BEFORE = 2;
/** The number of expected payments in the short table, apart from the last one. */
const SHOWN_EXPECTED = 5;

/** Renders a debt's past and expected payments: the next ones and the last one, or all of them. */
export function DebtSchedule({ name, rows, currency }: DebtScheduleProps) {
  const [showsAll, setShowsAll] = useState(false);
  const next = rows.findIndex(({ isPast }) => !isPast);
  const short = getShortSchedule(rows, next);
  const made = rows.filter(({ isPast }) => isPast).length;
  const isShort = !showsAll && short.length < rows.length;
  return (
    <Section
      title="Schedule"
      aside={
        short.length < rows.length && (
          <button
            type="button"
            aria-expanded={showsAll}
            className="text-link pointer-coarse:min-h-11"
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Show fewer' : `View all ${rows.length}`}
          </button>
        )
      }
    >
      <p className="mb-2 text-ink-3 text-sm">
        {made} made,{' '}
        <span className="border-chart-1 border-b border-dashed">{rows.length - made} expected</span>
      </p>
      {isShort ? (
        <div role="region" aria-label={`Payment schedule for ${name}`} className="border-line border-b">
          <ScheduleTable rows={rows}>
            {short.map((index) => (
              <ScheduleRowLine key={index} rows={rows} index={index} next={next} currency={currency} />
            ))}
          </ScheduleTable>
        </div>
      ) : (
        <FullSchedule name={name} rows={rows} next={next} currency={currency} />
      )}
    </Section>
  );
}

/** Returns the indexes of the last payment made, the next expected payments, and the final payment. */
function getShortSchedule(rows: readonly ScheduleRow[], next: number): number[] {
  const from = Math.max(0, next < 0 ? rows.length - SHOWN_EXPECTED : next - 1);
  const until = Math.min(rows.length, (next < 0 ? rows.length : next) + SHOWN_EXPECTED);
  const indexes = Array.from({ length: until - from }, (_, index) => from + index);
  return until < rows.length ? [...indexes, rows.length - 1] : indexes;
}

function FullSchedule({ name, rows, next, currency }: DebtScheduleProps & { next: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = typeof window.matchMedia === 'function' && window.matchMedia('(max-width: 767px)').matches;
  const height = isNarrow ? ROW_HEIGHT_NARROW_PX : ROW_HEIGHT_PX;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: ROWS_AHEAD,
    initialRect: { width: 600, height: 440 },
    getItemKey: (index) => rows[index]?.key ?? index,
  });
  const items = virtualizer.getVirtualItems();
  // Scrolls to the next payment only once, so that the list doesn't move while the customer reads.
  const wasShown = useRef(false);
  useEffect(() => {
    if (wasShown.current || next < 0) return;
    wasShown.current = true;
    virtualizer.scrollToIndex(Math.max(0, next - SHOWN_BEFORE), { align: 'start' });
  }, [next, virtualizer]);
  const isLong = rows.length * height > 440;
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={`Payment schedule for ${name}`}
      tabIndex={0}
      className={classNames('relative overflow-y-auto border-line border-b', isLong && 'h-110')}
    >
      <ScheduleTable rows={rows}>
        <Gap height={items[0]?.start ?? 0} />
        {items.map(({ key, index, size }) => (
          <ScheduleRowLine
            key={key}
            rows={rows}
            index={index}
            next={next}
            height={size}
            currency={currency}
          />
        ))}
        <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
      </ScheduleTable>
    </div>
  );
}

function ScheduleTable({ rows, children }: { rows: readonly ScheduleRow[]; children: ReactNode }) {
  const hasFees = rows.some(({ fees }) => fees > 0);
  return (
    <table aria-rowcount={rows.length + 1} className="figures w-full [&_td]:px-1 [&_th]:px-1">
      <thead className="sticky top-0 z-10 bg-canvas text-ink-3 text-sm shadow-[0_1px_0_var(--line)]">
        <tr className="h-9 text-right">
          <th className="text-left font-medium">Date</th>
          <th className="font-medium">Payment</th>
          <th className="font-medium max-md:hidden">{hasFees ? 'Interest, fees' : 'Interest'}</th>
          <th className="font-medium max-md:hidden">Principal</th>
          <th className="font-medium">Balance</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type ScheduleRowLineProps = {
  rows: readonly ScheduleRow[];
  index: number;
  /** The index of the next payment; negative if there is none. */
  next: number;
  /** The row's height in the list of all payments. */
  height?: number;
  currency: string;
};

function ScheduleRowLine({ rows, index, next, height, currency }: ScheduleRowLineProps) {
  const row = rows[index];
  return (
    row && (
      <tr
        aria-rowindex={index + 2}
        style={height === undefined ? undefined : { height }}
        className={classNames(
          'h-15 border-b text-right last:border-b-0 md:h-11',
          row.isPast ? 'border-line' : 'border-line-strong border-dashed text-ink-2',
          index === next && 'bg-accent-soft',
        )}
      >
        <ScheduleCells row={row} currency={currency} />
      </tr>
    )
  );
}

/** Fills the space of the rows that aren't rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 ? (
    <tr aria-hidden>
      <td colSpan={5} style={{ height }} />
    </tr>
  ) : null;
}

function ScheduleCells({ row, currency }: { row: ScheduleRow; currency: string }) {
  const money = (amount: Minor) => formatMinor(amount, currency);
  return (
    <>
      <td className="text-left">
        {formatTableDate(row.day)}
        {!row.isPast && <span className="sr-only"> expected</span>}
        {row.isExtra && <span className="ml-1.5 text-ink-3 text-sm">extra</span>}
        <span className="block text-ink-3 text-xs md:hidden">
          {money(row.interest)} {row.fees > 0 ? 'interest, fees' : 'interest'}
        </span>
      </td>
      <td className={row.isPast ? 'font-semibold' : 'font-medium'}>
        {money(row.payment)}
        <span className="block font-normal text-ink-3 text-xs md:hidden">
          {money(row.principal)} principal
        </span>
      </td>
      <td className="max-md:hidden">{money(row.interest)}</td>
      <td className="max-md:hidden">{money(row.principal)}</td>
      <td>{money(row.balance)}</td>
    </>
  );
}

/** Downloads a schedule as a CSV file that is named after the debt. */
export function downloadSchedule(name: string, rows: readonly ScheduleRow[]): void {
  const fileName = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  downloadText(`${fileName}-schedule.csv`, scheduleCsv(rows), 'text/csv');
}

/**
 * Formats a schedule as CSV (RFC 4180). Amounts have a decimal point and two decimals; days are `2026-10-14`.
 */
export function scheduleCsv(rows: readonly ScheduleRow[]): string {
  const lines = rows.map(({ day, isPast, payment, interest, principal, balance }) =>
    [
      day,
      isPast ? 'paid' : 'expected',
      ...[payment, interest, principal, balance].map((amount) => decimalText(fromMinor(amount))),
    ].join(','),
  );
  return `${['date,status,payment,interest and fees,principal,remaining balance', ...lines].join('\r\n')}\r\n`;
}
