import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { fastForwardToPayday } from '@/entities/household/next-payday';
import { requestFastForward } from '@/entities/household/request-fast-forward';
import { isTyping } from '@/lib/is-typing';
import { commandDialog } from './command-dialogs';
import { KEY_SEQUENCES, type SequenceTarget } from './key-sequences';
import { moveToRow } from './list-keys';

/** The longest pause between the two keys of a sequence. */
const SEQUENCE_MS = 1_500;

/** Listens for the shortcuts that work on every page. */
export function useShortcuts(): void {
  const run = useRunTarget();
  const first = useRef<{ key: string; at: number }>(undefined);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event) || isInOverlay()) return;
    const key = event.key.toLowerCase();
    const { key: before = '', at = 0 } = first.current ?? {};
    first.current = undefined;
    const sequence = KEY_SEQUENCES.find(({ keys }) => keys === before + key);
    if (sequence && event.timeStamp - at < SEQUENCE_MS) {
      event.preventDefault();
      run(sequence.target);
    } else if (key === '?') {
      event.preventDefault();
      commandDialog.set('shortcuts');
    } else if (key === 'j' || key === 'k') moveToRow(key === 'j' ? 1 : -1);
    else if (!event.shiftKey && !event.repeat) first.current = { key, at: event.timeStamp };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Returns a function that opens a page or fast-forwards. */
export function useRunTarget(): (target: SequenceTarget) => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (target) => {
    if (target === 'payday') void fastForwardToPayday(queryClient);
    else if ('to' in target && target.to.startsWith('/')) void navigate(target.to);
    else requestFastForward(target);
  };
}

/** Open dialogs and menus have their own keys. */
const isInOverlay = () =>
  document.querySelector('[role="dialog"][data-state="open"], [role="menu"]') !== null;
