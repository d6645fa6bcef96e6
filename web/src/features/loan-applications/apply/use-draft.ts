import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { draftSaved, loanApplicationQueries, saveDraft } from '../queries';
import type { ApplicationFields } from './application-schema';

/** The length of the typing pause after which a draft is saved. */
const PAUSE_MS = 900;

/** Saves a draft after each pause in typing, and when the customer leaves the form. */
export function useDraft({ watch }: UseFormReturn<ApplicationFields>) {
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const isFinished = useRef(false);
  const pending = useRef<ApplicationFields | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function save() {
      clearTimeout(timer);
      const typed = pending.current;
      if (typed === null || isFinished.current) return;
      pending.current = null;
      try {
        await saveDraft(typed);
        setText('Draft saved');
      } catch (error) {
        console.error('Failed to save the draft', error);
        setText('We couldn’t save the draft. Your entries are still here.');
      }
    }
    const subscription = watch((values) => {
      pending.current = values as ApplicationFields;
      clearTimeout(timer);
      timer = setTimeout(() => void save(), PAUSE_MS);
    });
    return () => {
      subscription.unsubscribe();
      void save().then(() =>
        queryClient.invalidateQueries({ queryKey: loanApplicationQueries.list().queryKey }),
      );
    };
  }, [watch, queryClient]);

  return {
    /** The save status as text. */
    text,
    /** Stops saving, because the application is being submitted. */
    async finish() {
      isFinished.current = true;
      await draftSaved();
    },
    resume() {
      isFinished.current = false;
    },
  };
}
