import { type DayNumber, dayText } from '@engine/calendar/calendar.ts';
import type { FailingPayment, ScenarioLoss } from '@engine/scenarios/loss.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatListDate } from '@/lib/dates';
import { formatMinor, type Minor } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { clockMutations } from './mutations';

type ScenarioWarningDialogProps = {
  loss: ScenarioLoss;
  /** Null when the day before the payment is today or has passed. */
  onStopBefore: (() => void) | null;
  onContinue: () => void;
  onClose: () => void;
};

/** Warns before a fast-forward in which a payment fails and the scenario is lost, and offers the ways out. */
export function ScenarioWarningDialog({
  loss,
  onStopBefore,
  onContinue,
  onClose,
}: ScenarioWarningDialogProps) {
  const { mutateAsync, isPending } = useMutation(clockMutations.saveCheckpoint);
  const [problem, setProblem] = useState<string | null>(null);
  const { payment } = loss;
  async function saveAndContinue() {
    setProblem(null);
    try {
      await mutateAsync({ name: checkpointName(payment) });
      onContinue();
    } catch (error) {
      setProblem(isRefusal(error) ? error.message : 'Check your connection and try again.');
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title="This fast-forward would end your scenario"
      description={`If nothing changes, the scenario ends as lost on ${describeDay(loss.on)}.`}
    >
      <AlertBox kind="warning" fact={factAbout(payment)}>
        {adviceAbout(payment)}
      </AlertBox>
      {problem && (
        <AlertBox kind="negative" fact="We couldn’t save the checkpoint." className="mt-4">
          {problem}
        </AlertBox>
      )}
      <div className="mt-6 flex flex-col gap-2">
        {onStopBefore && (
          <Button variant="primary" onClick={onStopBefore} disabled={isPending}>
            Stop the day before ({formatListDate(dayText(payment.on - 1))})
          </Button>
        )}
        <Button onClick={() => void saveAndContinue()} busy={isPending}>
          Save a checkpoint and continue
        </Button>
        <Button onClick={onContinue} disabled={isPending}>
          Continue
        </Button>
        <Button variant="ghost" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

const describeDay = (day: DayNumber) => formatListDate(dayText(day));
const LONGEST_NAME = 60;

function checkpointName({ name, on }: FailingPayment): string {
  return `Before ${formatListDate(dayText(on))}: ${name}`.slice(0, LONGEST_NAME);
}

function factAbout({ name, on, amount, missing, currency, isSetUp }: FailingPayment): string {
  const money = (minor: number) => formatMinor(minor as Minor, currency);
  if (!isSetUp) return `${name}: ${money(missing)} is due on ${describeDay(on)} and won’t be paid.`;
  if (missing === 0) return `${name} can’t be paid on ${describeDay(on)}.`;
  return `${name}, ${money(amount)}, can’t be paid on ${describeDay(on)}. You’ll be ${money(missing)} short.`;
}

function adviceAbout({ missing, isSetUp }: FailingPayment): string {
  if (!isSetUp) return 'Pay it before that day, or turn on autopay.';
  return missing === 0
    ? 'The payment account is closed. Choose another account before that day.'
    : 'Add money to the account before that day, or change the payment.';
}
