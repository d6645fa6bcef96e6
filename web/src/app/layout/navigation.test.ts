import { expect, it } from 'vitest';
import { getCurrentLink } from './navigation';

it.each([
  ['/', '/'],
  ['/dashboard/move', '/dashboard'],
  ['/transactions/rules', '/transactions'],
  ['/tips/stories/debt', '/tips'],
  // Pages that share their tabs with a page of the navigation.
  ['/scheduled-payments', '/transactions'],
  ['/dashboard/credit-score', '/loans'],
  ['/applications/1', '/loans'],
  ['/budgets', '/budgets'],
])('marks the link that %s belongs to', (pathname, link) => {
  expect(getCurrentLink(pathname)).toBe(link);
});
