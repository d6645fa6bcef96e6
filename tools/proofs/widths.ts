import { proveByPlaywright } from './commands.ts';
import type { Proof } from './proof.ts';

export const proof: Proof = {
  name: 'widths',
  title: 'Every user journey in a browser at every width',
  run: () => proveByPlaywright(['--global-timeout', '0'], { SANDBANK_E2E_WIDTHS: 'all' }),
};
