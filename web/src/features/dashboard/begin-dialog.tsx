import type { Persona } from '@engine/personas.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Review, ReviewLine } from '@/ui/review';
import { debtWords, GLANCES, incomeWords } from './begin-glances';
import { beginMutations } from './begin-mutations';

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
      await mutateAsync({ persona: persona.id, timeZone });
      toast.success('Two years lie behind you. The rest is yours.');
    } catch (error) {
      setRefused(messageOf(error));
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
      <Progress runs={isPending} />
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

/** What is happening while it lasts; how long that is nobody knows beforehand. */
function Progress({ runs }: { runs: boolean }) {
  return (
    <div role="status" className="mt-5 empty:hidden">
      {runs && (
        <>
          <p className="text-ink-2 text-sm">Two years are being lived: pay, bills, purchases, interest…</p>
          <div
            role="progressbar"
            aria-label="Two years are being lived"
            className="mt-2 h-1.5 overflow-hidden rounded-full bg-sunken"
          >
            <div className="h-full w-1/3 animate-pulse rounded-full bg-accent" />
          </div>
        </>
      )}
    </div>
  );
}

const messageOf = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  'message' in error &&
  typeof error.message === 'string'
    ? error.message
    : 'Nothing was written. Your bank is as empty as before.';
