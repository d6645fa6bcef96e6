import type { DayNumber } from '@engine/calendar/calendar.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useReturn } from '@/lib/navigation/return-to';
import type { ScheduledPayment } from '../queries';
import { getRentFields, getRuleFields } from './draft';
import type { OpenPaymentDialog } from './payment-dialogs';

/**
 * Tracks the open dialog. The checklist's link opens the form with an example bill, and returns to it. The
 * assistant's link, `?edit=<id>`, opens the form of a rule. The link of a notification, `?increase=<id>`,
 * opens the notice that a payment goes up.
 */
export function usePaymentDialog(accountId: string, today: DayNumber, rules: readonly ScheduledPayment[]) {
  const [search, setSearch] = useSearchParams();
  const returnToTask = useReturn();
  const [openDialog, setOpenDialog] = useState<OpenPaymentDialog>(() => {
    const increased = rules.find(({ id }) => id === search.get('increase'));
    if (increased) return { kind: 'increase', rule: increased };
    const rule = rules.find(({ id }) => id === search.get('edit'));
    if (rule) return { kind: 'form', rule, beginning: getRuleFields(rule) };
    return search.get('new') === 'bill' ? { kind: 'form', beginning: getRentFields(accountId, today) } : null;
  });
  function close() {
    setOpenDialog(null);
    if (returnToTask) returnToTask();
    else if (['new', 'edit', 'increase'].some((name) => search.has(name))) setSearch({}, { replace: true });
  }
  return { openDialog, setOpenDialog, close };
}
