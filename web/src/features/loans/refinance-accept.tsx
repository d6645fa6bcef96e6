import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { debtMutations, type RefinanceOffer } from '@/entities/debt/data/calls';
import { getDebtRefusalMessage } from '@/entities/debt/data/refusals';
import { type Debt, debtPath, formatMonths, formatRate } from '@/entities/debt/data/terms';
import { formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Dialog } from '@/ui/overlays/dialog';

type RefinanceAcceptProps = { offer: RefinanceOffer; debts: readonly Debt[]; lessAMonth: number };

/** Reviews and accepts a refinancing offer. */
export function RefinanceAccept({ offer, debts, lessAMonth }: RefinanceAcceptProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [error, setError] = useState<string>();
  const { mutateAsync, isPending } = useMutation(debtMutations.acceptOffer);
  const requestId = useRequestId();
  const navigate = useNavigate();
  const { currency } = offer;

  async function accept() {
    try {
      const content = { offerId: offer.offer_id };
      const taken = await mutateAsync({ ...content, requestId: requestId.for(content) });
      toast.success(debts.length > 1 ? 'Debts combined' : `${taken.name} refinanced`);
      navigate(debtPath(taken));
    } catch (refused) {
      setError(getDebtRefusalMessage(refused, currency) ?? undefined);
    }
  }

  return (
    <>
      <Button variant="primary" size="lg" onClick={() => setIsOpen(true)}>
        Accept offer
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Accept this offer?"
        description="We'll pay off the old debts and open the new one right away."
      >
        <div className="flex flex-col gap-5">
          <Review>
            {debts.map((debt) => (
              <ReviewChange
                key={debt.id}
                label={`Balance on ${debt.name}`}
                before={debt.owed}
                after={0}
                currency={currency}
              />
            ))}
            <ReviewLine label="Interest until today and fee">
              {formatMoney(
                Math.round((offer.amount - debts.reduce((sum, { owed }) => sum + owed, 0)) * 100) / 100,
                currency,
              )}
            </ReviewLine>
            <ReviewLine
              label={`New ${debts[0]?.product ?? 'loan'} at ${formatRate(offer.rate)}, ${formatMonths(offer.term)}`}
            >
              {formatMoney(offer.amount, currency)}
            </ReviewLine>
            <ReviewLine label="Monthly payment">
              {formatMoney(offer.monthly_payment, currency)} ({formatMoney(-lessAMonth, currency, true)})
            </ReviewLine>
          </Review>
          {error && (
            <p role="alert" className="text-negative text-sm">
              {error}
            </p>
          )}
          <Button variant="primary" size="lg" busy={isPending} onClick={() => void accept()}>
            Owe {formatMoney(offer.amount, currency)} instead
          </Button>
          <Button variant="ghost" onClick={() => setIsOpen(false)}>
            Keep current terms
          </Button>
        </div>
      </Dialog>
    </>
  );
}
