import { useState } from 'react';
import { keep, readKept } from '@/lib/customer-keys';

const WHAT = 'assistant-draft';

/** Returns the unsent message, stored in this browser until sign-out. */
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
