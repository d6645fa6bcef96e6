import { dayText } from '@engine/calendar/calendar.ts';
import { FUNDS, getFundName } from '@engine/investments/funds.ts';
import { getNextClose } from '@engine/investments/market-hours.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Account } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { Form } from '@/ui/forms/form';
import { Receipt, Review, ReviewChange, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';
import { MixInputs, mixSchema, toMixArguments } from './fund-fields';
import { fundMutations } from './queries';

const BALANCED = { US_STOCKS: '30', WORLD_STOCKS: '30', BONDS: '40', MONEY_MARKET: '0' };

export function ConvertDialog({ account, ...dialog }: { account: Account } & DialogState) {
  return (
    <Dialog
      {...dialog}
      title="Convert to funds"
      description="Choose how your money is divided. You can change it anytime."
    >
      <ConvertFlow account={account} onDone={dialog.onClose} />
    </Dialog>
  );
}

function ConvertFlow({ account, onDone }: { account: Account; onDone: () => void }) {
  const requestId = useRequestId();
  const convert = useMutation(fundMutations.convert);
  const now = useQuery(customerQueries.me()).data?.now;
  const { control, submit, isSubmitting, reviewed, edit } = useReviewedForm({
    schema: mixSchema,
    defaults: BALANCED,
    currency: account.currency,
    refusedField: 'MONEY_MARKET',
    onConfirm: (mix) => {
      const content = { account_id: account.id, ...toMixArguments(mix) };
      return convert.mutateAsync({ ...content, request_id: requestId.for(content) });
    },
  });
  const close = now ? formatListDate(dayText(getNextClose(Date.parse(now)).day)) : 'the next business day';
  if (reviewed && convert.data)
    return (
      <Receipt onDone={onDone}>
        <strong className="font-semibold">{account.name} now holds funds.</strong> Your money is in the Money
        Market fund and is invested on {close}.
      </Receipt>
    );
  if (reviewed)
    return (
      <ReviewStep
        confirm={`Convert ${account.name}`}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onEdit={edit}
      >
        <Review>
          <ReviewChange
            label="Balance"
            before={account.balance}
            after={account.balance}
            currency={account.currency}
          />
          {FUNDS.filter((fund) => reviewed[fund] > 0).map((fund) => (
            <ReviewLine key={fund} label={getFundName(fund)}>
              {reviewed[fund]}%
            </ReviewLine>
          ))}
          <ReviewLine label="Invested at the closing price">{close}</ReviewLine>
        </Review>
        <p className="text-ink-3 text-sm">
          Until 4:00 PM New York time on that day, you can cancel the order. Withdrawals and transfers use the
          Money Market part; to use more, sell units first. You keep this month's gains or losses so far.
        </p>
      </ReviewStep>
    );
  return (
    <Form onSubmit={submit} verb="Review">
      <MixInputs control={control} />
      <p className="text-ink-3 text-sm">
        {formatMoney(account.balance, account.currency)} is divided into these parts. A mix with more bonds
        moves less.
      </p>
    </Form>
  );
}
