import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onLeapTold } from '@/lib/leap-told';
import { supabase } from '@/lib/supabase';
import { setLeap } from './clock-store';
import { type Advanced, clockMutations, type LeapWish } from './mutations';

type Told = { advanced: Advanced } | { refused: string } | { stopped: true };

/** Moves the clock, tells how far it has come, and keeps what it brought until that is put away. */
export function useAdvance() {
  const { mutateAsync } = useMutation(clockMutations.advance);
  const [told, setTold] = useState<Told | null>(null);
  useEffect(() => onLeapTold((advanced) => setTold({ advanced })), []);

  async function advance(wish: LeapWish, words: string): Promise<void> {
    const control = new AbortController();
    const { data: now } = await supabase.rpc('my_time');
    const from = Date.parse(now ?? '');
    setTold(null);
    setLeap({
      from,
      to: 'to' in wish ? Date.parse(wish.to) : null,
      at: from,
      words,
      cancel: () => control.abort(),
    });
    try {
      setTold({ advanced: await mutateAsync({ wish, signal: control.signal }) });
    } catch (error) {
      if (control.signal.aborted) setTold({ stopped: true });
      else setTold({ refused: messageOf(error) });
    } finally {
      setLeap(null);
    }
  }

  return { advance, told, putAway: () => setTold(null) };
}

const messageOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
    ? error.message
    : 'The clock could not be moved. Nothing half has happened.';
