import { dayText, type Zone } from '@engine/calendar/calendar.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getTitle, transactionQueries, WITHOUT_RECEIVED_TRANSFERS } from '@/entities/transaction/queries';
import { RULER_DAYS } from '../steps';
import type { RulerItem } from './ruler-marks';

/** Returns the transactions of the days before today that the ruler shows, oldest first. */
export function usePosted(now: number, zone: Zone): RulerItem[] {
  const today = zone.getDay(now);
  const days = { from: dayText(today - RULER_DAYS.before), to: dayText(today - 1) };
  const rows = useQuery({
    ...transactionQueries.page(
      { conditions: [{ on: 'day', ...days }, WITHOUT_RECEIVED_TRANSFERS], sort: 'date' },
      null,
    ),
    // Narrower windows don't show the ruler.
    enabled: window.matchMedia('(min-width: 80rem)').matches,
  }).data;
  return useMemo(
    () =>
      (rows ?? []).toReversed().map((row) => ({
        key: row.transaction_key,
        at: Date.parse(row.date),
        name: getTitle(row),
        amount: row.direction === 'in' ? row.amount : -row.amount,
        currency: row.currency,
      })),
    [rows],
  );
}
