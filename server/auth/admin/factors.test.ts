import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../../testing/server.ts';
import { getOperator, newCustomer, send, signedInAgain, startAuthServer } from '../testing/customers.ts';
import { newCustomerWithApp } from '../testing/factors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());

const asOperator = (method: string, path: string, body?: unknown) =>
  send(server, method, `/admin/users/${path}`, body, { Authorization: `Bearer ${server.serviceKey}` });

test("the operator sees a user's factors without their secrets", async () => {
  const { id, factorId } = await newCustomerWithApp(server);
  const { data, error } = await getOperator(server).auth.admin.mfa.listFactors({ userId: id });
  expect(error).toBeNull();
  expect(data?.factors).toEqual([
    {
      id: factorId,
      status: 'verified',
      factor_type: 'totp',
      friendly_name: 'App',
      phone: '',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      last_challenged_at: expect.stringMatching(/Z$/),
    },
  ]);
});

test('the operator renames a factor unless the name is taken', async () => {
  const { id, client, factorId } = await newCustomerWithApp(server);
  await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Taken' });
  const renamed = await asOperator('PUT', `${id}/factors/${factorId}`, { friendly_name: 'Old phone' });
  expect(await renamed.json()).toMatchObject({ id: factorId, friendly_name: 'Old phone' });
  const taken = await asOperator('PUT', `${id}/factors/${factorId}`, { friendly_name: 'Taken' });
  expect(await taken.json()).toMatchObject({ code: 422, error_code: 'mfa_factor_name_conflict' });
});

test('a user who lost the phone can sign in after the operator removed the factor', async () => {
  const { id, client: lost, email, factorId } = await newCustomerWithApp(server);
  const { mfa } = getOperator(server).auth.admin;
  expect((await mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull();
  expect((await mfa.listFactors({ userId: id })).data?.factors).toEqual([]);
  const client = await signedInAgain(server, email);
  expect((await client.auth.updateUser({ password: 'a rather different one' })).error).toBeNull();
  expect((await lost.auth.getUser()).data.user).toBeNull();
});

test('a session verified by a removed factor is downgraded', async () => {
  const { id, client, factorId } = await newCustomerWithApp(server);
  await asOperator('DELETE', `${id}/factors/${factorId}`);
  await client.auth.refreshSession();
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
});

test("a factor is found only under its own user's path", async () => {
  const { factorId } = await newCustomerWithApp(server);
  const { id } = await newCustomer(server);
  const unknown = '00000000-0000-4000-8000-000000000000';
  const cases = [
    ['DELETE', `${id}/factors/${factorId}`, 'mfa_factor_not_found'],
    ['PUT', `${id}/factors/${factorId}`, 'mfa_factor_not_found'],
    ['DELETE', `${id}/factors/x`, 'validation_failed'],
    ['GET', `${unknown}/factors`, 'user_not_found'],
    ['GET', 'x/factors', 'validation_failed'],
  ] as const;
  for (const [method, path, error_code] of cases) {
    const answer = await asOperator(method, path, method === 'PUT' ? { friendly_name: 'x' } : undefined);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error_code });
  }
});

test('only the operator has access', async () => {
  const { id, client, factorId } = await newCustomerWithApp(server);
  const { error } = await client.auth.admin.mfa.listFactors({ userId: id });
  expect(error).not.toBeNull();
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  for (const [method, path] of [
    ['GET', 'factors'],
    ['PUT', `factors/${factorId}`],
    ['DELETE', `factors/${factorId}`],
  ] as const) {
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await send(server, method, `/admin/users/${id}/${path}`, undefined, headers);
    expect(await answer.json()).toMatchObject({ code: 403, error_code: 'not_admin' });
  }
});
