import { expect, it } from 'vitest';
import { findLikelyPage } from './likely-page';

it.each([
  ['/budget', '/budgets', 'Go to budgets'],
  ['/Budgets/2026', '/budgets', 'Go to budgets'],
  ['/card/1', '/credit-cards', 'Go to credit cards'],
  ['/dashboard/transfer', '/dashboard/move', 'Go to transfers'],
  ['/taxes', '/documents/taxes', 'Go to taxes'],
  ['/help?topic=1', '/support', 'Go to support'],
])('finds the page that %s probably means', (address, to, label) => {
  expect(findLikelyPage(address)).toEqual({ to, label });
});

it('finds no page for an address without a recognized word', () => {
  expect(findLikelyPage('/zzz')).toBeNull();
  expect(findLikelyPage('/')).toBeNull();
  expect(findLikelyPage('/c/l')).toBeNull();
});
