import { proveByPlaywright } from './commands.ts';
import type { Proof } from './proof.ts';

export const proof: Proof = {
  name: 'stories',
  title: 'Each story of the bank played in a browser, to a win and to a loss',
  run: () => proveByPlaywright(['--config', 'e2e/proofs/playwright.config.ts']),
};
