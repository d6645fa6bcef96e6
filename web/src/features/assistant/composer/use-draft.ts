import { useState } from 'react';
import { readStored, storeValue } from '@/lib/customer-keys';

const WHAT = 'assistant-draft';

/** Returns the unsent message, stored in this browser until sign-out. */
export function useDraft(customerId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => readStored(customerId, WHAT) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      storeValue(customerId, WHAT, next);
    },
  ];
}
