import type { Persona, PersonaId } from '@engine/household/personas.ts';
import { mutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '@/lib/refusals';
import { callServer } from '@/lib/server-functions';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Review, ReviewLine } from '@/ui/forms/review';
import { Dialog } from '@/ui/overlays/dialog';
import { WorkProgress } from '@/ui/work-progress';
import { formatDebt, formatIncome, GLANCES } from './household-glances';

/** Describes the new household and creates it. */
export function StartDialog({
  persona,
  timeZone,
  onClose,
}: {
  persona: Persona;
  timeZone: string;
  onClose: () => void;
}) {
  const { mutateAsync, isPending } = useMutation(startMutations.begin);
  const [refused, setRefused] = useState<string | null>(null);
  async function begin() {
    setRefused(null);
    try {
      const { loaded } = await mutateAsync({ persona: persona.id, timeZone });
      // Another tab was faster, so its household stays.
      toast.success(loaded ? 'You start with 2 years of history.' : "Your bank isn't empty anymore.");
    } catch (error) {
      setRefused(isRefusal(error) ? error.message : 'Nothing changed. Try again.');
    }
  }
  const glance = GLANCES[persona.id];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Start as ${persona.title}`}
      description="You take over its accounts, debts, and automatic payments, with 2 years of history. From today, you decide."
    >
      <Review>
        <ReviewLine label="Income">{formatIncome(glance)}</ReviewLine>
        <ReviewLine label="Debts">{formatDebt(glance)}</ReviewLine>
        <ReviewLine label="History">Last 2 years</ReviewLine>
      </Review>
      <p className="mt-4 text-ink-2 text-sm">{persona.challenge}</p>
      {refused && (
        <AlertBox kind="negative" fact="We couldn't set up this household. Nothing changed." className="mt-5">
          {refused}
        </AlertBox>
      )}
      <WorkProgress runs={isPending} words="Setting up 2 years of pay, bills, purchases, and interest" />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="primary" onClick={() => void begin()} busy={isPending}>
          {refused ? 'Try again' : 'Use this household'}
        </Button>
      </div>
    </Dialog>
  );
}

const startMutations = {
  /**
   * Writes two years of a persona's history into an empty household. A household with products stays as it
   * is.
   */
  begin: mutationOptions({
    mutationFn: ({ persona, timeZone }: { persona: PersonaId; timeZone: string }) =>
      callServer<{ loaded: boolean; entries: number }>('start-household', { persona, time_zone: timeZone }),
    meta: { failure: "We couldn't set up this household" },
  }),
};
