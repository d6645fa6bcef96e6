import { loadEnvironment } from '@/lib/environment';
import { requestMutation } from '@/lib/requests';
import { connectVisitor, supabase } from '@/lib/supabase';
import type { Contact } from './queries';

type Pay = {
  accountId: string;
  address: string;
  name: string | null;
  amount: number;
  currency: string;
  note: string | null;
  requestId: string;
};
type Share = { address: string; name: string | null; amount: number };
type Ask = { accountId: string; shares: Share[]; note: string | null; requestId: string };
type Answer = { transferId: string; accountId: string; requestId: string };

/**
 * A client with a separate session for confirming an address. This browser's own session and second factor
 * stay unchanged.
 */
let visitor: typeof supabase | undefined;

export const peopleMutations = {
  sendAddressCode: requestMutation("We couldn't send the code", async ({ address }: { address: string }) => {
    const { error } = await supabase.auth.signInWithOtp({
      email: address,
      options: { shouldCreateUser: false },
    });
    if (error) throw error;
  }),
  confirmAddress: requestMutation(
    "We couldn't confirm the address",
    async ({ address, code }: { address: string; code: string }) => {
      visitor ??= connectVisitor(await loadEnvironment());
      const { error } = await visitor.auth.verifyOtp({ email: address, token: code, type: 'email' });
      if (error) throw error;
      await visitor.auth.signOut({ scope: 'local' });
    },
  ),
  pay: requestMutation(
    "We couldn't send the money. No money was moved.",
    ({ accountId, requestId, ...rest }: Pay) =>
      supabase.rpc('pay_person', { account_id: accountId, request_id: requestId, ...rest }).single(),
  ),
  ask: requestMutation("We couldn't send the request", ({ accountId, requestId, ...rest }: Ask) =>
    supabase.rpc('request_from_people', { account_id: accountId, request_id: requestId, ...rest }),
  ),
  take: requestMutation("We couldn't accept the payment", ({ transferId, accountId, requestId }: Answer) =>
    supabase
      .rpc('accept_transfer', { peer_transfer_id: transferId, account_id: accountId, request_id: requestId })
      .single(),
  ),
  accept: requestMutation(
    "We couldn't pay the request. No money was moved.",
    ({ transferId, accountId, requestId }: Answer) =>
      supabase
        .rpc('accept_payment_request', {
          peer_transfer_id: transferId,
          account_id: accountId,
          request_id: requestId,
        })
        .single(),
  ),
  decline: requestMutation(
    "We couldn't send your response",
    ({ transferId, note }: { transferId: string; note: string | null }) =>
      supabase.rpc('decline_peer_transfer', { peer_transfer_id: transferId, note }),
  ),
  cancel: requestMutation("We couldn't complete the cancellation", (transferId: string) =>
    supabase.rpc('cancel_peer_transfer', { peer_transfer_id: transferId }),
  ),
  remind: requestMutation("We couldn't send the reminder", (transferId: string) =>
    supabase.rpc('remind_payment_request', { peer_transfer_id: transferId }),
  ),
  blockSender: requestMutation("We couldn't block this person", (transferId: string) =>
    supabase.rpc('block_sender', { peer_transfer_id: transferId }),
  ),
  addContact: requestMutation("We couldn't add the contact", (contact: { name: string; address: string }) =>
    supabase.from('contacts').insert(contact),
  ),
  changeContact: requestMutation(
    "We couldn't update the contact",
    ({ id, ...change }: Pick<Contact, 'id'> & Partial<Pick<Contact, 'name' | 'favorite' | 'blocked'>>) =>
      supabase.from('contacts').update(change).eq('id', id),
  ),
  deleteContact: requestMutation("We couldn't delete the contact", async (contact: Contact) => {
    await supabase.from('contacts').delete().eq('id', contact.id).throwOnError();
    return contact;
  }),
  restoreContact: requestMutation(
    "We couldn't restore the contact",
    ({ id, name, address, favorite, blocked }: Contact) =>
      supabase.from('contacts').insert({ id, name, address, favorite, blocked }),
  ),
};
