import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { Segmented } from '@/ui/forms/segmented';
import { Dialog } from '@/ui/overlays/dialog';
import type { Contact } from '../queries';
import { PayFlow } from './pay-flow';
import { RequestFlow } from './request-flow';
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
  wish: RequestInput | null;
  accounts: readonly Account[];
  contacts: readonly Contact[];
  onClose: () => void;
};

/** Pays someone, requests money, or splits a bill. */
export function MoneyDialog({ wish, ...rest }: MoneyDialogProps) {
  return (
    <Dialog open={wish !== null} onOpenChange={(open) => !open && rest.onClose()} title="Pay or request">
      {/* Remounted each time it opens, so that it starts empty. */}
      {wish && <Flows wish={wish} {...rest} />}
    </Dialog>
  );
}

function Flows({ wish, accounts, contacts, onClose }: MoneyDialogProps & { wish: RequestInput }) {
  const [verb, setVerb] = useState<Verb>(wish.verb);
  const shared = { accounts, contacts, onDone: onClose };
  return (
    <div className="flex flex-col gap-5">
      <Segmented label="Payment type" value={verb} onValueChange={setVerb} options={VERBS} />
      {verb === 'pay' && <PayFlow {...shared} address={wish.address} />}
      {verb === 'ask' && <RequestFlow {...shared} address={wish.address} />}
      {verb === 'split' && <SplitFlow {...shared} bill={wish.bill} />}
    </div>
  );
}
