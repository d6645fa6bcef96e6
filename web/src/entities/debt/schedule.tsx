import { fromMinor, type Minor } from '@engine/money/minor.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ScheduleRow } from '@/entities/debt/data/history';
import { decimalText } from '@/entities/statement-file/exports/exported-row';
import { formatTableDate } from '@/lib/dates';
import { downloadText } from '@/lib/download';
import { formatMinor } from '@/lib/money';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';

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

/** Renders a debt's past and expected payments, with interest and principal. */
export function DebtSchedule({ name, rows, currency }: DebtScheduleProps) {
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
  const next = rows.findIndex(({ isPast }) => !isPast);
  // Scrolls to the next payment only once, so that the list doesn't move while the customer reads.
  const wasShown = useRef(false);
  useEffect(() => {
    if (wasShown.current || next < 0) return;
    wasShown.current = true;
    virtualizer.scrollToIndex(Math.max(0, next - SHOWN_BEFORE), { align: 'start' });
  }, [next, virtualizer]);
  const fileName = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const hasFees = rows.some(({ fees }) => fees > 0);
  const isLong = rows.length * height > 440;
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-3 text-sm">
          {rows.filter(({ isPast }) => isPast).length} made,{' '}
          <span className="border-chart-1 border-b border-dashed">
            {rows.filter(({ isPast }) => !isPast).length} expected
          </span>
        </p>
        <Button
          size="sm"
          onClick={() => downloadText(`${fileName}-schedule.csv`, scheduleCsv(rows), 'text/csv')}
        >
          <Download className="size-4" /> CSV
        </Button>
      </div>
      <div
        ref={scroller}
        role="region"
        aria-label={`Payment schedule for ${name}`}
        tabIndex={0}
        className={classNames('relative overflow-y-auto border-line border-y', isLong && 'h-110')}
      >
        <table aria-rowcount={rows.length + 1} className="figures w-full [&_td]:px-1 [&_th]:px-1">
          <thead className="sticky top-0 z-10 bg-canvas text-ink-3 text-sm shadow-[0_1px_0_var(--line)]">
            <tr className="h-9 text-right">
              <th className="text-left font-medium">Date</th>
              <th className="font-medium">Payment</th>
              <th className="font-medium max-md:hidden">{hasFees ? 'Interest, fees' : 'Interest'}</th>
              <th className="font-medium max-md:hidden">Principal</th>
              <th className="font-medium">Remaining balance</th>
            </tr>
          </thead>
          <tbody>
            <Gap height={items[0]?.start ?? 0} />
            {items.map(({ key, index, size }) => {
              const row = rows[index];
              return (
                row && (
                  <tr
                    key={key}
                    aria-rowindex={index + 2}
                    style={{ height: size }}
                    className={classNames(
                      'border-b text-right',
                      row.isPast ? 'border-line' : 'border-line-strong border-dashed text-ink-2',
                      index === next && 'bg-accent-soft',
                    )}
                  >
                    <ScheduleCells row={row} currency={currency} />
                  </tr>
                )
              );
            })}
            <Gap height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
          </tbody>
        </table>
      </div>
    </div>
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
