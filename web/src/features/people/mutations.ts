import { mutationOptions } from '@tanstack/react-query';
import { loadEnvironment } from '@/lib/environment';
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
type Answer = { letterId: string; accountId: string; requestId: string };

/** Confirms an address in a separate session, so that this browser's session and its second factor stay. */
let visitor: typeof supabase | undefined;

export const peopleMutations = {
  sendAddressCode: mutationOptions({
    mutationFn: async ({ address }: { address: string }) => {
      const { error } = await supabase.auth.signInWithOtp({
        email: address,
        options: { shouldCreateUser: false },
      });
      if (error) throw error;
    },
    meta: { failure: "We couldn't send the code" },
  }),
  confirmAddress: mutationOptions({
    mutationFn: async ({ address, code }: { address: string; code: string }) => {
      visitor ??= connectVisitor(await loadEnvironment());
      const { error } = await visitor.auth.verifyOtp({ email: address, token: code, type: 'email' });
      if (error) throw error;
      await visitor.auth.signOut({ scope: 'local' });
    },
    meta: { failure: "We couldn't confirm the address" },
  }),
  pay: mutationOptions({
    mutationFn: async ({ accountId, requestId, ...rest }: Pay) => {
      const { data } = await supabase
        .rpc('pay_person', { account_id: accountId, request_id: requestId, ...rest })
        .single()
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't send the money. No money was moved." },
  }),
  ask: mutationOptions({
    mutationFn: async ({ accountId, requestId, ...rest }: Ask) => {
      const { data } = await supabase
        .rpc('request_from_people', { account_id: accountId, request_id: requestId, ...rest })
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't send the request" },
  }),
  take: mutationOptions({
    mutationFn: async ({ letterId, accountId, requestId }: Answer) => {
      const { data } = await supabase
        .rpc('accept_transfer', { peer_transfer_id: letterId, account_id: accountId, request_id: requestId })
        .single()
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't accept the payment" },
  }),
  accept: mutationOptions({
    mutationFn: async ({ letterId, accountId, requestId }: Answer) => {
      const { data } = await supabase
        .rpc('accept_payment_request', {
          peer_transfer_id: letterId,
          account_id: accountId,
          request_id: requestId,
        })
        .single()
        .throwOnError();
      return data;
    },
    meta: { failure: "We couldn't pay the request. No money was moved." },
  }),
  decline: mutationOptions({
    mutationFn: async ({ letterId, note }: { letterId: string; note: string | null }) => {
      await supabase.rpc('decline_peer_transfer', { peer_transfer_id: letterId, note }).throwOnError();
    },
    meta: { failure: "We couldn't decline it" },
  }),
  cancel: mutationOptions({
    mutationFn: async (letterId: string) => {
      await supabase.rpc('cancel_peer_transfer', { peer_transfer_id: letterId }).throwOnError();
    },
    meta: { failure: "We couldn't cancel it" },
  }),
  remind: mutationOptions({
    mutationFn: async (letterId: string) => {
      await supabase.rpc('remind_payment_request', { peer_transfer_id: letterId }).throwOnError();
    },
    meta: { failure: "We couldn't send the reminder" },
  }),
  blockSender: mutationOptions({
    mutationFn: async (letterId: string) => {
      await supabase.rpc('block_sender', { peer_transfer_id: letterId }).throwOnError();
    },
    meta: { failure: 'Failed to block' },
  }),
  addContact: mutationOptions({
    mutationFn: async (contact: { name: string; address: string }) => {
      await supabase.from('contacts').insert(contact).throwOnError();
    },
    meta: { failure: "We couldn't add the contact" },
  }),
  changeContact: mutationOptions({
    mutationFn: async ({
      id,
      ...change
    }: Pick<Contact, 'id'> & Partial<Pick<Contact, 'name' | 'favorite' | 'blocked'>>) => {
      await supabase.from('contacts').update(change).eq('id', id).throwOnError();
    },
    meta: { failure: "We couldn't update the contact" },
  }),
  deleteContact: mutationOptions({
    mutationFn: async (contact: Contact) => {
      await supabase.from('contacts').delete().eq('id', contact.id).throwOnError();
      return contact;
    },
    meta: { failure: "We couldn't delete the contact" },
  }),
  restoreContact: mutationOptions({
    mutationFn: async ({ id, name, address, favorite, blocked }: Contact) => {
      await supabase.from('contacts').insert({ id, name, address, favorite, blocked }).throwOnError();
    },
    meta: { failure: "We couldn't restore the contact" },
  }),
};
