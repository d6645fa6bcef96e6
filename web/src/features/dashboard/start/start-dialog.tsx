import type { Persona } from '@engine/household/personas.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Review, ReviewLine } from '@/ui/forms/review';
import { Dialog } from '@/ui/overlays/dialog';
import { WorkProgress } from '@/ui/work-progress';
import { debtWords, GLANCES, incomeWords } from './household-glances';
import { beginMutations } from './start-mutations';

/** Says what will stand afterwards, and begins the life. */
export function BeginDialog({
  persona,
  timeZone,
  onClose,
}: {
  persona: Persona;
  timeZone: string;
  onClose: () => void;
}) {
  const { mutateAsync, isPending } = useMutation(beginMutations.begin);
  const [refused, setRefused] = useState<string | null>(null);
  async function begin() {
    setRefused(null);
    try {
      const { loaded } = await mutateAsync({ persona: persona.id, timeZone });
      // Somebody else, another tab perhaps, was faster: what is there stays.
      toast.success(
        loaded ? 'Two years lie behind you. The rest is yours.' : 'Your bank is not empty any more.',
      );
    } catch (error) {
      setRefused(isRefusal(error) ? error.message : 'Nothing was written. Your bank is as empty as before.');
    }
  }
  const glance = GLANCES[persona.id];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Live the life of: ${persona.title}`}
      description="Its accounts, debts and rules become yours, with two years of history up to today. From then on you decide."
    >
      <Review>
        <ReviewLine label="Income">{incomeWords(glance)}</ReviewLine>
        <ReviewLine label="Debts">{debtWords(glance)}</ReviewLine>
        <ReviewLine label="History">the last two years</ReviewLine>
      </Review>
      <p className="mt-4 text-ink-2 text-sm">{persona.challenge}</p>
      {refused && (
        <AlertBox kind="negative" fact="This life did not begin." className="mt-5">
          {refused}
        </AlertBox>
      )}
      <WorkProgress runs={isPending} words="Two years are being lived: pay, bills, purchases, interest" />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={isPending}>
          Not this one
        </Button>
        <Button variant="primary" onClick={() => void begin()} busy={isPending}>
          {refused ? 'Try again' : 'Begin this life'}
        </Button>
      </div>
    </Dialog>
  );
}
