import type { DayNumber } from '@engine/calendar/calendar.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useReturn } from '@/lib/navigation/return-to';
import type { ScheduledPayment } from '../queries';
import { getRentFields, getRuleFields } from './draft';
import type { OpenPaymentDialog } from './payment-dialogs';

/**
 * Tracks the open dialog. The checklist's link opens the form with an example bill, and returns to it. The
 * assistant's link, `?edit=<id>`, opens the form of a rule.
 */
export function usePaymentDialog(accountId: string, today: DayNumber, rules: readonly ScheduledPayment[]) {
  const [search, setSearch] = useSearchParams();
  const returnToTask = useReturn();
  const [openDialog, setOpenDialog] = useState<OpenPaymentDialog>(() => {
    const rule = rules.find(({ id }) => id === search.get('edit'));
    if (rule) return { kind: 'form', rule, beginning: getRuleFields(rule) };
    return search.get('new') === 'bill' ? { kind: 'form', beginning: getRentFields(accountId, today) } : null;
  });
  function close() {
    setOpenDialog(null);
    if (returnToTask) returnToTask();
    else if (search.has('new') || search.has('edit')) setSearch({}, { replace: true });
  }
  return { openDialog, setOpenDialog, close };
}
