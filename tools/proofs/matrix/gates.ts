import type { MatrixRequest, RequestRecorder } from './asking.ts';
import type { Caller, Resident } from './people.ts';

/** Sends a request to each server entry point with tokens that every entry point must refuse. */
export async function tryGates(
  requests: RequestRecorder,
  owner: Resident,
  callers: readonly Caller[],
): Promise<void> {
  const account = owner.ids['accounts'];
  const gates: MatrixRequest[] = [
    { surface: 'gates', method: 'GET', path: '/rest/v1/accounts?select=*', forbidden: true },
    { surface: 'gates', method: 'POST', path: '/rest/v1/rpc/simulated_now', body: {}, forbidden: true },
    {
      ...{ surface: 'gates', method: 'POST', path: '/rest/v1/rpc/withdraw', forbidden: true },
      body: { account_id: account, amount: 1 },
    },
    { surface: 'gates', method: 'GET', path: '/storage/v1/bucket', forbidden: true },
    { surface: 'gates', method: 'GET', path: '/auth/v1/user', forbidden: true },
    { surface: 'gates', method: 'POST', path: '/functions/v1/advance', body: { by: 'P1D' }, forbidden: true },
  ];
  for (const caller of callers) for (const gate of gates) await requests.send(caller, gate);
  await requests.checkUnchanged('gates');
}
