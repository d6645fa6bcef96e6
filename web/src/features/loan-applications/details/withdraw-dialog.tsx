import { useMutation } from '@tanstack/react-query';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { getLoanName } from '../application-state';
import { loanApplicationMutations } from '../mutations';
import type { ApplicationRow } from '../queries';

export function WithdrawDialog({
  application,
  open,
  onOpenChange,
}: {
  application: ApplicationRow;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { mutate, isPending, error } = useMutation(loanApplicationMutations.withdraw);
  const refused = getRefusalMessage(error, 'USD');
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Withdraw application?"
      description={`${getLoanName(application)} over ${formatMoney(application.loan_amount)}. The offers end. You can apply again at any time.`}
    >
      <div className="flex flex-col gap-3">
        {refused && <p className="text-negative">{refused}</p>}
        <Button
          variant="danger"
          size="lg"
          busy={isPending}
          onClick={() =>
            mutate(application.id, {
              onSuccess: () => {
                toast.success('Application withdrawn');
                onOpenChange(false);
              },
            })
          }
        >
          Withdraw application
        </Button>
        <Button variant="ghost" onClick={() => onOpenChange(false)}>
          Keep application
        </Button>
      </div>
    </Dialog>
  );
}
