import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { OptionCards } from '@/ui/forms/option-cards';
import { Dialog } from '@/ui/overlays/dialog';
import { SURPRISE_LEVELS, type SurpriseLevel, surpriseLevelMutations } from './levels';

type SurpriseQuestionProps = {
  /** Continues the fast-forward. */
  onContinue: () => void;
  onClose: () => void;
};

/**
 * Asks once, before the first long fast-forward, how often surprises happen. If the customer closes it, surprises
 * stay off, and the fast-forward doesn't start.
 */
export function SurpriseQuestion({ onContinue, onClose }: SurpriseQuestionProps) {
  const [level, setLevel] = useState<SurpriseLevel>('some');
  const { mutate, isPending } = useMutation(surpriseLevelMutations.set);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate(level, { onSuccess: onContinue });
  };
  const close = () => {
    if (isPending) return;
    mutate('off', { onSuccess: () => toast.success('Surprises stay off') });
    onClose();
  };
  return (
    <Dialog
      onClose={close}
      title="How often should surprises happen?"
      description="Most years have unplanned costs, such as a car repair or a medical bill. Some years have a windfall."
    >
      <form onSubmit={submit}>
        <OptionCards
          label="Surprises"
          hidesLabel
          value={level}
          onValueChange={setLevel}
          options={SURPRISE_LEVELS}
        />
        <p className="mt-4 text-ink-2 text-sm">
          Surprises start next month. You can change this under Settings, Time and checkpoints.
        </p>
        <div className="mt-6 flex flex-col gap-2">
          <Button type="submit" variant="primary" busy={isPending}>
            Save and fast-forward
          </Button>
          <Button variant="ghost" onClick={close} disabled={isPending}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
