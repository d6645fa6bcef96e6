import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatListDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Review, ReviewLine } from '@/ui/forms/review';
import { Dialog } from '@/ui/overlays/dialog';
import { forecastMutations } from '../mutations';
import type { CashAccount } from './assumption-form';
import { formatAssumptionFrequency } from './assumption-text';
import type { Assumption } from './assumptions';

type MakeRealProps = {
  layer: Assumption | null;
  /** The first occurrence after today. */
  day: string;
  account: CashAccount | undefined;
  onClose: () => void;
  onDone: (layer: Assumption) => void;
};

/** Previews the bank settings that make an assumption real. */
export function MakeReal({ layer, ...rest }: MakeRealProps) {
  return (
    <Dialog
      open={layer !== null}
      onOpenChange={(open) => !open && rest.onClose()}
      title={layer ? `Set up ${layer.name}` : ''}
      description="After this, it happens automatically until you stop it."
    >
      {layer && <RealReview layer={layer} {...rest} />}
    </Dialog>
  );
}

function RealReview({ layer, day, account, onDone }: MakeRealProps & { layer: Assumption }) {
  const makeReal = useMutation(forecastMutations.makeReal);
  const navigate = useNavigate();
  const currency = account?.currency ?? 'USD';
  const isIncome = layer.kind === 'income';
  const refusal = getRefusalMessage(makeReal.error, currency);
  const amount = formatMinor(layer.amount, currency);
  async function confirm() {
    try {
      await makeReal.mutateAsync({ ...layer, startDate: day });
    } catch {
      // Refusals appear below. Other failures were reported.
      return;
    }
    const path = isIncome ? '/auto-deposit' : '/scheduled-payments';
    toast.success(isIncome ? `${layer.name} set up` : `${layer.name} scheduled`, {
      action: { label: 'View', onClick: () => void navigate(path) },
    });
    onDone(layer);
  }
  return (
    <div className="flex flex-col gap-5">
      <Review>
        <ReviewLine label="Sets up">{isIncome ? 'Auto deposit' : 'Scheduled payment'}</ReviewLine>
        <ReviewLine label="Amount">{amount}</ReviewLine>
        <ReviewLine label={isIncome ? 'Deposit to' : 'From'}>{account?.name}</ReviewLine>
        {!isIncome && <ReviewLine label="To">{layer.name}</ReviewLine>}
        <ReviewLine label="Frequency">{formatAssumptionFrequency(layer.frequency)}</ReviewLine>
        <ReviewLine label={layer.frequency === 'ONCE' ? 'Date' : 'Start date'}>
          {formatListDate(day)}
        </ReviewLine>
      </Review>
      <div aria-live="polite" className="empty:hidden">
        {refusal && <AlertBox kind="negative" fact={refusal} />}
      </div>
      <Button variant="primary" size="lg" busy={makeReal.isPending} onClick={() => void confirm()}>
        {isIncome ? `Set up ${amount} into ${account?.name}` : `Schedule ${amount} from ${account?.name}`}
      </Button>
    </div>
  );
}
