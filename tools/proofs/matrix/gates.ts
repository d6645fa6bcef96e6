import type { Asking, Question } from './asking.ts';
import type { Asker, Resident } from './people.ts';

/** One request per entry point of the server, for tokens that all must refuse. */
export async function tryGates(asking: Asking, owner: Resident, askers: readonly Asker[]): Promise<void> {
  const account = owner.ids['accounts'];
  const gates: Question[] = [
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
  for (const asker of askers) for (const gate of gates) await asking.ask(asker, gate);
  await asking.unchanged('gates');
}
