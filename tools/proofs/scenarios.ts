import { proveByPlaywright } from './commands.ts';
import type { Proof } from './proof.ts';

export const proof: Proof = {
  name: 'scenarios',
  title: "Each of the bank's scenarios, played in a browser to a win and to a loss",
  run: () => proveByPlaywright(['--config', 'e2e/proofs/playwright.config.ts']),
};
