import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatMoney } from '@/lib/money';
import { useIdempotentMutation } from '@/lib/request-id';
import { AmountField } from '@/ui/forms/amount-field';
import { Form } from '@/ui/forms/form';
import { Segmented } from '@/ui/forms/segmented';
import { Dialog } from '@/ui/overlays/dialog';
import { peopleMutations } from '../mutations';
import type { Contact, PeerPayment } from '../queries';
import { Receipt } from './money-review';
import { PayFlow, type PayFlowProps } from './pay-flow';
import { FIELD_BY_CODE, moneySchema } from './people-schema';
import { AddressField, MoneyAccountField, NoteField } from './person-fields';
import { SplitFlow } from './split-flow';

export type Verb = 'pay' | 'ask' | 'split';
/** The initial values of the dialog. */
export type RequestInput = {
  verb: Verb;
  address: string;
  bill: { amount: string; note: string; accountId: string | null };
};

export const NO_BILL: RequestInput['bill'] = { amount: '', note: '', accountId: null };
const VERBS = [
  { value: 'pay', label: 'Pay' },
  { value: 'ask', label: 'Request' },
  { value: 'split', label: 'Split bill' },
] as const;

type MoneyDialogProps = {
  request: RequestInput | null;
  accounts: readonly Account[];
  contacts: readonly Contact[];
  onClose: () => void;
};

/** Renders the dialog to pay someone, request money, or split a bill. */
export function MoneyDialog({ request, ...rest }: MoneyDialogProps) {
  return (
    <Dialog open={request !== null} onClose={rest.onClose} title="Pay or request">
      {/* Remounts the form whenever the dialog opens, so that it starts empty. */}
      {request && <Flows request={request} {...rest} />}
    </Dialog>
  );
}

function Flows({ request, accounts, contacts, onClose }: MoneyDialogProps & { request: RequestInput }) {
  const [verb, setVerb] = useState<Verb>(request.verb);
  const shared = { accounts, contacts, onDone: onClose };
  return (
    <div className="flex flex-col gap-5">
      <Segmented label="Payment type" value={verb} onValueChange={setVerb} options={VERBS} />
      {verb === 'pay' && <PayFlow {...shared} address={request.address} />}
      {verb === 'ask' && <RequestFlow {...shared} address={request.address} />}
      {verb === 'split' && <SplitFlow {...shared} bill={request.bill} />}
    </div>
  );
}

/**
 * Renders the form to request money. No money moves until the other person accepts, so there is no review.
 */
function RequestFlow({ accounts, contacts, address, onDone }: PayFlowProps) {
  const { send } = useIdempotentMutation(peopleMutations.ask);
  const [sentRequest, setSentRequest] = useState<PeerPayment | null>(null);
  const { control, submit, isSubmitting, watch } = useBankForm({
    schema: moneySchema,
    defaults: { address, accountId: accounts[0]?.id ?? '', amount: '', currency: 'USD', note: '' },
    currency: ({ accountId }) => accounts.find(({ id }) => id === accountId)?.currency ?? 'USD',
    fieldByCode: FIELD_BY_CODE,
    refusedField: 'amount',
    onSubmit: async (details) => {
      const name = contacts.find((contact) => contact.address === details.address)?.name ?? null;
      const [first] = await send({
        account_id: details.accountId,
        shares: [{ address: details.address, name, amount: details.amount }],
        note: details.note || null,
      });
      setSentRequest(first ?? null);
    },
  });
  const currency = accounts.find(({ id }) => id === watch('accountId'))?.currency ?? 'USD';

  if (sentRequest) {
    return (
      <Receipt
        fact={`You requested ${formatMoney(sentRequest.amount, sentRequest.currency)} from ${sentRequest.name}.`}
        onDone={onDone}
      >
        They have 14 simulated days to respond. You can remind them once a day or cancel the request.
      </Receipt>
    );
  }
  return (
    <Form onSubmit={submit} busy={isSubmitting} verb="Send request">
      <AddressField control={control} label="From" contacts={contacts} />
      <AmountField control={control} name="amount" label="Amount" currency={currency} />
      <MoneyAccountField
        control={control}
        label="Deposit to"
        hint="The request uses this account's currency."
        accounts={accounts}
      />
      <NoteField control={control} />
    </Form>
  );
}
