import { type DayNumber, dayText } from '@engine/calendar/calendar.ts';
import { markMinor } from '@engine/money/minor.ts';
import type { FailingPayment, ScenarioLoss } from '@engine/scenarios/loss.ts';
import { useMutation } from '@tanstack/react-query';
import type { FastForwardTarget } from '@/entities/household/request-fast-forward';
import { formatListDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import { AlertBox, Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import type { LossReason, ScenarioWarning } from './check-scenario';

type ScenarioWarningDialogProps = {
  warning: ScenarioWarning;
  onStopBefore: (target: FastForwardTarget) => void;
  onContinue: () => void;
  onClose: () => void;
};

/** Warns the customer before a fast-forward in which the scenario would be lost, and offers alternatives. */
export function ScenarioWarningDialog({
  warning: { loss, reason, stopBefore },
  onStopBefore,
  onContinue,
  onClose,
}: ScenarioWarningDialogProps) {
  const { mutateAsync, isPending, error } = useMutation(scenarioMutations.saveCheckpoint);
  const { payment } = loss;
  async function saveAndContinue() {
    await mutateAsync({ name: checkpointName(loss) });
    onContinue();
  }
  return (
    <Dialog
      onClose={() => !isPending && onClose()}
      title="This fast-forward would end your scenario"
      description={`If nothing changes, you’ll lose the scenario on ${describeDay(loss.on)}.`}
    >
      <AlertBox kind="warning" fact={payment ? describePayment(payment) : describeReason(reason)}>
        {payment
          ? adviseOnPayment(payment)
          : 'Change something before that day, or save a checkpoint to return to.'}
      </AlertBox>
      <Problem fact="We couldn’t save the checkpoint." className="mt-4">
        {error && (isRefusal(error) ? error.message : 'Check your connection and try again.')}
      </Problem>
      <div className="mt-6 flex flex-col gap-2">
        {stopBefore && (
          <Button variant="primary" onClick={() => onStopBefore(stopBefore.target)} disabled={isPending}>
            Stop the day before ({describeDay(stopBefore.on)})
          </Button>
        )}
        <Button onClick={() => void saveAndContinue().catch(() => {})} busy={isPending}>
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

function checkpointName({ on, payment }: ScenarioLoss): string {
  const { name, on: day } = payment ?? { name: 'scenario lost', on };
  return `Before ${describeDay(day)}: ${name}`.slice(0, LONGEST_NAME);
}

function describeReason({ kind, text }: LossReason): string {
  return kind === 'condition'
    ? `This condition ends the scenario: “${text}”`
    : `You’ll miss a required objective: “${text}”`;
}

function describePayment({ name, on, amount, missing, currency, isSetUp }: FailingPayment): string {
  const money = (minor: number) => formatMinor(markMinor(minor), currency);
  if (!isSetUp) return `${name}: ${money(missing)} is due on ${describeDay(on)} and won’t be paid.`;
  if (missing === 0) return `${name} can’t be paid on ${describeDay(on)}.`;
  return `${name}, ${money(amount)}, can’t be paid on ${describeDay(on)}. You’ll be ${money(missing)} short.`;
}

function adviseOnPayment({ missing, isSetUp }: FailingPayment): string {
  if (!isSetUp) return 'Pay it before that day, or turn on autopay.';
  return missing === 0
    ? 'The payment account is closed. Choose another account before that day.'
    : 'Add money to the account before that day, or change the payment.';
}

const scenarioMutations = {
  saveCheckpoint: requestMutation("We couldn't save the checkpoint", ({ name }: { name: string }) =>
    supabase.rpc('save_checkpoint', { name }),
  ),
};
