import type { DayNumber } from '@engine/calendar/calendar.ts';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useReturn } from '@/lib/navigation/return-to';
import { getRentFields } from './draft';
import type { OpenPaymentDialog } from './payment-dialogs';

/** Tracks the open dialog. The checklist's link opens the form with an example bill, and returns to it. */
export function usePaymentDialog(accountId: string, today: DayNumber) {
  const [search, setSearch] = useSearchParams();
  const returnToTask = useReturn();
  const [openDialog, setOpenDialog] = useState<OpenPaymentDialog>(() =>
    search.get('new') === 'bill' ? { kind: 'form', beginning: getRentFields(accountId, today) } : null,
  );
  function close() {
    setOpenDialog(null);
    if (returnToTask) returnToTask();
    else if (search.has('new')) setSearch({}, { replace: true });
  }
  return { openDialog, setOpenDialog, close };
}
