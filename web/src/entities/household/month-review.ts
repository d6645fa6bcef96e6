import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { createEvent } from '@/lib/events';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import { clockQueries } from './clock-queries';
import { showsFirstSteps } from './shows-first-steps';

type Customer = {
  month_reviewed_at: string | null;
  shows_first_steps: boolean | null;
  demo_until: string | null;
};

const recordReview = requestMutation("We couldn't save your progress", () =>
  supabase.rpc('record_month_review'),
);

/**
 * Returns a function that completes the checklist step “Review your month” when the customer opens past
 * events.
 */
export function useMonthReview(customer: Customer | undefined): () => void {
  const { mutate } = useMutation(recordReview);
  const { data: household } = useQuery(clockQueries.household());
  const isOpen = customer?.month_reviewed_at === null && showsFirstSteps(customer, household);
  return useCallback(() => {
    if (isOpen) mutate();
  }, [isOpen, mutate]);
}

/** Reports that the customer opened the explanation of a figure. */
export const { emit: reportExplanation, listen: onExplanation } = createEvent();

/** Records a review of the month when the customer opens an explanation on any page. */
export function useExplanationReview(customer: Customer | undefined): void {
  const review = useMonthReview(customer);
  useEffect(() => onExplanation(review), [review]);
}
