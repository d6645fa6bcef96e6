import { dayText } from '@engine/calendar/calendar.ts';
import {
  getFundName,
  getUnits,
  getUnitsToSell,
  getValue,
  type PricedFund,
} from '@engine/investments/funds.ts';
import { sellLots } from '@engine/investments/lots.ts';
import { getNextClose } from '@engine/investments/market-hours.ts';
import { markMinor, toMinor } from '@engine/money/minor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { Account } from '@/entities/account/queries';
import { WithdrawalTax } from '@/entities/account/withdrawal-tax';
import { customerQueries } from '@/entities/customer/queries';
import { useReviewedForm } from '@/entities/refusal/use-bank-form';
import { formatListDate } from '@/lib/dates';
import { amountField } from '@/lib/fields';
import { formatMinor, formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Receipt, Review, ReviewLine, ReviewStep } from '@/ui/forms/review';
import { SegmentedField } from '@/ui/forms/segmented-field';
import { SelectField } from '@/ui/forms/select-field';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';
import {
  FUND_OPTIONS,
  formatPrice,
  formatUnits,
  fromMillionths,
  getLots,
  type Position,
  toMillionths,
  toPrice,
} from './portfolio';
import { type FundAccount, type FundLot, fundMutations } from './queries';

export type OrderContext = {
  account: Account;
  fundAccount: FundAccount;
  positions: readonly Position[];
  lots: readonly FundLot[];
  /** The customer's other open accounts in US dollars. */
  cashAccounts: readonly Account[];
};
type Side = 'buy' | 'sell';
type OrderProps = OrderContext & { side: Side; fund: PricedFund };

const INSIDE = 'inside';
const REPEATS = [
  { value: 'once', label: 'Once' },
  { value: 'WEEKLY', label: 'Every week' },
  { value: 'BIWEEKLY', label: 'Every two weeks' },
  { value: 'MONTHLY', label: 'Every month' },
];
const SIZES = [
  { value: 'amount', label: 'Dollars' },
  { value: 'units', label: 'Units' },
];

const common = { fund: z.enum(['US_STOCKS', 'WORLD_STOCKS', 'BONDS']), cash: z.string(), repeat: z.string() };
const schema = z.discriminatedUnion('by', [
  z.object({ ...common, by: z.literal('amount'), amount: amountField(), units: z.string() }),
  z.object({
    ...common,
    by: z.literal('units'),
    amount: z.string(),
    units: z
      .string()
      .trim()
      .regex(/^\d{1,9}(\.\d{1,6})?$/, 'Enter a number with up to six decimals.')
      .transform(Number)
      .refine((units) => units > 0, 'Enter a number above zero.'),
  }),
]);
type Order = z.output<typeof schema>;

export function OrderDialog({ open, onClose, ...order }: OrderProps & DialogState) {
  return (
    <Dialog open={open} onClose={onClose} title={order.side === 'buy' ? 'Buy a fund' : 'Sell a fund'}>
      <OrderFlow {...order} onDone={onClose} />
    </Dialog>
  );
}

function OrderFlow({ side, fund, onDone, ...context }: OrderProps & { onDone: () => void }) {
  const { account, positions, cashAccounts } = context;
  const requestId = useRequestId();
  const place = useMutation(fundMutations.order);
  const repeat = useMutation(fundMutations.repeat);
  const now = useQuery(customerQueries.me()).data?.now;
  const { control, submit, watch, isSubmitting, reviewed, edit } = useReviewedForm({
    schema,
    defaults: {
      fund,
      by: 'amount' as const,
      amount: '',
      units: '',
      cash: cashAccounts[0]?.id ?? INSIDE,
      repeat: 'once',
    },
    currency: account.currency,
    refusedField: 'amount',
    onConfirm: (order) => {
      if (order.repeat !== 'once' && order.by === 'amount')
        return repeat.mutateAsync({
          name: `Invest in ${getFundName(order.fund)}`,
          account_id: order.cash,
          to_account_id: account.id,
          fund: order.fund,
          amount: order.amount,
          frequency: order.repeat,
        });
      const content = {
        account_id: account.id,
        side,
        fund: order.fund,
        ...(order.by === 'amount' ? { amount: order.amount } : { units: order.units }),
        ...(order.cash !== INSIDE && { cash_account_id: order.cash }),
      };
      return place.mutateAsync({ ...content, request_id: requestId.for(content) });
    },
  });
  const [by, chosen, cash, frequency] = [watch('by'), watch('fund'), watch('cash'), watch('repeat')];
  const position = positions.find((held) => held.fund === chosen);
  const isRepeated = side === 'buy' && by === 'amount' && cash !== INSIDE && frequency !== 'once';
  const close = now ? formatListDate(dayText(getNextClose(Date.parse(now)).day)) : '';
  if (reviewed && repeat.data)
    return (
      <Receipt onDone={onDone}>
        <strong className="font-semibold">Recurring investment saved.</strong> You find it under scheduled
        payments.
      </Receipt>
    );
  if (reviewed && place.data)
    return (
      <Receipt onDone={onDone}>
        <strong className="font-semibold">Order placed.</strong> It fills on {close} at 4:00 PM New York time.
        Until then, you can cancel it.
      </Receipt>
    );
  if (reviewed)
    return (
      <ReviewStep
        confirm={isRepeated ? 'Save recurring investment' : `Place ${side} order`}
        busy={isSubmitting}
        onConfirm={() => void submit()}
        onEdit={edit}
      >
        <OrderReview {...context} side={side} order={reviewed} close={close} isRepeated={isRepeated} />
      </ReviewStep>
    );
  const money = positions.find((held) => held.fund === 'MONEY_MARKET')?.value ?? markMinor(0);
  return (
    <Form onSubmit={submit} verb="Review">
      <SelectField
        control={control}
        name="fund"
        label="Fund"
        options={FUND_OPTIONS}
        hint={
          position &&
          position.price > 0 &&
          `Last price ${formatPrice(position.price)}. You hold ${formatUnits(position.units)} units worth ${formatMinor(position.value)}.`
        }
      />
      <SegmentedField control={control} name="by" label="Order by" options={SIZES} />
      {by === 'amount' ? (
        <AmountField
          control={control}
          name="amount"
          label="Amount"
          size="page"
          currency={account.currency}
          autoFocus
        />
      ) : (
        <TextField control={control} name="units" label="Units" inputMode="decimal" autoFocus />
      )}
      <SelectField
        control={control}
        name="cash"
        label={side === 'buy' ? 'Pay from' : 'Deposit to'}
        options={[
          ...cashAccounts.map(({ id, name, balance }) => ({
            value: id,
            label: `${name} (${formatMoney(balance)})`,
          })),
          { value: INSIDE, label: `Money Market in this account (${formatMinor(money)})` },
        ]}
      />
      {side === 'buy' && by === 'amount' && cash !== INSIDE && (
        <SelectField control={control} name="repeat" label="Repeat" options={REPEATS} />
      )}
    </Form>
  );
}

type ReviewProps = OrderContext & { side: Side; order: Order; close: string; isRepeated: boolean };

function OrderReview({
  order,
  side,
  close,
  isRepeated,
  positions,
  lots,
  account,
  fundAccount,
  cashAccounts,
}: ReviewProps) {
  const position = positions.find((held) => held.fund === order.fund);
  const price = toPrice(position?.price ?? 0);
  const cash = cashAccounts.find(({ id }) => id === order.cash)?.name ?? 'Money Market';
  const amount = order.by === 'amount' ? toMinor(order.amount) : getValue(toMillionths(order.units), price);
  const units =
    order.by === 'units'
      ? toMillionths(order.units)
      : price > 0
        ? (side === 'buy' ? getUnits : getUnitsToSell)(amount, price)
        : 0;
  const sold = Math.min(units, toMillionths(position?.units ?? 0));
  const { sale } = sellLots(getLots(lots, order.fund), sold, amount, {
    method: fundAccount.cost_method as 'average' | 'fifo',
    // The gain doesn't depend on the day, only whether it is long-term.
    day: 0,
  });
  return (
    <>
      <Review>
        <ReviewLine label={side === 'buy' ? 'Buy' : 'Sell'}>{getFundName(order.fund)}</ReviewLine>
        <ReviewLine label={order.by === 'amount' ? 'Amount' : 'Estimated amount'}>
          {formatMinor(markMinor(amount))}
        </ReviewLine>
        {units > 0 && (
          <ReviewLine label={order.by === 'units' ? 'Units' : 'Estimated units'}>
            {formatUnits(fromMillionths(units))}
          </ReviewLine>
        )}
        <ReviewLine label={side === 'buy' ? 'Pay from' : 'Deposit to'}>{cash}</ReviewLine>
        {side === 'sell' && sold > 0 && !account.tax_treatment && (
          <ReviewLine label="Estimated gain">{formatMinor(markMinor(sale.gain), 'USD', true)}</ReviewLine>
        )}
        <ReviewLine label={isRepeated ? 'Repeats' : 'Fills on'}>
          {isRepeated ? REPEATS.find(({ value }) => value === order.repeat)?.label : close}
        </ReviewLine>
      </Review>
      {side === 'sell' && order.cash !== INSIDE && account.tax_treatment && (
        <WithdrawalTax source={account} amount={markMinor(amount)} />
      )}
      <p className="text-ink-3 text-sm">
        The exact price is the closing price at 4:00 PM New York time.
        {side === 'sell' && order.cash !== INSIDE && ' The money arrives on the next business day.'}
      </p>
    </>
  );
}
