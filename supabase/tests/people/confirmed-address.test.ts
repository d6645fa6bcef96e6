import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailFor, newAddress, PASSWORD, startAuthServer } from '../../../server/auth/testing/customers.ts';
import { getClient, type TestServer } from '../../../server/testing/server.ts';

type Customer = { client: SupabaseClient; account: string };

describe.each([{ confirmations: false }, { confirmations: true }])(
  'a payment to an address, with confirmations $confirmations',
  ({ confirmations }) => {
    let server: TestServer;
    let payer: Customer;
    beforeAll(async () => {
      server = await startAuthServer({ email: { enable_confirmations: confirmations } });
      payer = await openCustomer(newAddress());
    });
    afterAll(() => server.close());

    async function openCustomer(email: string): Promise<Customer> {
      const client = getClient(server);
      await client.auth.signUp({ email, password: PASSWORD });
      if (confirmations) await confirm(client, email, 'signup');
      await client.rpc('ensure_customer', { time_zone: 'UTC' }).throwOnError();
      const opening = { name: 'Everyday', type: 'CHECKING', currency: 'USD', initial_balance: 100 };
      const { data } = await client.rpc('open_account', opening).throwOnError();
      return { client, account: data.id };
    }

    async function confirm(client: SupabaseClient, email: string, type: 'signup' | 'email') {
      const { code: token } = await mailFor(server, email);
      const { error } = await client.auth.verifyOtp({ email, token, type });
      expect(error).toBeNull();
    }

    const pay = (address: string) =>
      payer.client.rpc('pay_person', { account_id: payer.account, amount: 5, address }).throwOnError();
    const inbox = async ({ client }: Customer) =>
      (await client.from('peer_transfers').select('id, to_address').throwOnError()).data ?? [];

    it('is accepted only by a customer who entered a code sent to that address', async () => {
      const email = newAddress();
      const receiver = await openCustomer(email);
      await pay(email);
      if (!confirmations) {
        expect(await inbox(receiver)).toEqual([]);
        const [transfer] = await server.context.database.owner`
          select id from public.peer_transfers where to_address = ${email}`;
        const taken = { peer_transfer_id: transfer?.id, account_id: receiver.account };
        expect((await receiver.client.rpc('accept_transfer', taken)).error).toMatchObject({ code: 'NTFND' });
        await receiver.client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
        await confirm(receiver.client, email, 'email');
      }
      const [transfer] = await inbox(receiver);
      const taken = { peer_transfer_id: transfer?.id, account_id: receiver.account };
      await receiver.client.rpc('accept_transfer', taken).throwOnError();
    });

    it('is not accepted by a customer who has only changed to that address', async () => {
      const [email, victim] = [newAddress(), newAddress()];
      const thief = await openCustomer(email);
      // A code for the former address doesn't confirm the new address, even if it is used later.
      await thief.client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } });
      const { code, tokenHash } = await mailFor(server, email);
      await thief.client.auth.updateUser({ email: victim });
      await pay(victim);
      await thief.client.auth.verifyOtp({ email, token: code, type: 'email' });
      await thief.client.auth.verifyOtp({ token_hash: tokenHash, type: 'magiclink' });
      await thief.client.auth.signInWithPassword({ email: victim, password: PASSWORD });
      expect(await inbox(thief)).toEqual([]);
      const [transfer] = await server.context.database.owner`
        select id from public.peer_transfers where to_address = ${victim}`;
      const taken = { peer_transfer_id: transfer?.id, account_id: thief.account };
      expect((await thief.client.rpc('accept_transfer', taken)).error).toMatchObject({ code: 'NTFND' });
    });
  },
);
