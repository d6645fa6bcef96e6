import { useState } from 'react';
import { keep, readKept } from '@/lib/customer-keys';

const WHAT = 'assistant-draft';

/** What is written and not sent yet, kept in this browser until the customer leaves. */
export function useDraft(customerId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readKept(customerId, WHAT) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      keep(customerId, WHAT, next);
    },
  ];
}
