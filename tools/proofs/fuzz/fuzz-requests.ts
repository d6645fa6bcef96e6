import { proveByVitest } from '../commands.ts';
import type { Proof } from '../proof.ts';

const CASES_PER_TEST = 5_000;

export const proof: Proof = {
  name: 'fuzz-requests',
  title: 'Tens of thousands of unusual requests to tables and sign-in; the tests run only hundreds',
  async run({ rounds = CASES_PER_TEST }) {
    const files = ['server/rest/fuzz.test.ts', 'server/auth/malformed.test.ts'];
    const result = await proveByVitest(['--project', 'bank', ...files], { FUZZ_RUNS: String(rounds) });
    return { ...result, tried: `${result.tried} with ${rounds} cases each` };
  },
};
