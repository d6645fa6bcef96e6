import { loadEnvironment } from '@/lib/environment';
import { type Arguments, requestMutation } from '@/lib/requests';
import { connectVisitor, supabase } from '@/lib/supabase';
import type { Contact } from './queries';

/**
 * A client with a separate session for confirming an address, so that this browser's main session and second
 * factor stay unchanged.
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
    (payment: Arguments<'pay_person'>) => supabase.rpc('pay_person', payment).single(),
  ),
  ask: requestMutation("We couldn't send the request", (bill: Arguments<'request_from_people'>) =>
    supabase.rpc('request_from_people', bill),
  ),
  take: requestMutation("We couldn't accept the payment", (answer: Arguments<'accept_transfer'>) =>
    supabase.rpc('accept_transfer', answer).single(),
  ),
  accept: requestMutation(
    "We couldn't pay the request. No money was moved.",
    (answer: Arguments<'accept_payment_request'>) => supabase.rpc('accept_payment_request', answer).single(),
  ),
  decline: requestMutation("We couldn't send your response", (answer: Arguments<'decline_peer_transfer'>) =>
    supabase.rpc('decline_peer_transfer', answer),
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
