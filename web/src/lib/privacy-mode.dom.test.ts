import { afterEach, expect, it } from 'vitest';
import { hideAmounts, hideAmountsIn, showAmounts, speakHiddenAmounts } from './privacy-mode';

afterEach(() => {
  showAmounts();
  document.body.replaceChildren();
});

/** Waits for the observer, which runs in a microtask. */
const followed = () => new Promise((resolve) => setTimeout(resolve));

it.each([
  ['$1,234.56', '$••••', 'amount hidden'],
  ['−€5.00 left', '€•••• left', 'amount hidden left'],
  ['$12k', '$••••', 'amount hidden'],
  ['1,234.56', '••••', 'amount hidden'],
  ['4.50%', '4.50%', '4.50%'],
  ['04/05/2026', '04/05/2026', '04/05/2026'],
  ['$5.00 of $10.00', '$•••• of $••••', 'amount hidden of amount hidden'],
])('%s is shown as %s and announced as %s', (text, seen, announced) => {
  expect(hideAmountsIn(text)).toBe(seen);
  expect(speakHiddenAmounts(text)).toBe(announced);
});

it('hides amounts wherever they appear, also later, and restores them', async () => {
  document.body.innerHTML =
    '<p>You have <b>$12.00</b> left</p><data value="1234.56">$1,234<span>.56</span></data><svg aria-label="From $1.00 to $2.00"></svg><input value="12.34">';
  const before = document.body.innerHTML;
  hideAmounts();
  expect(document.body.textContent).not.toMatch(/\d/);
  expect(document.querySelector('svg')?.getAttribute('aria-label')).toBe(
    'From amount hidden to amount hidden',
  );
  expect(document.querySelector('data')?.getAttribute('aria-label')).toBe('amount hidden');
  expect(document.querySelector('input')?.value).toBe('12.34');
  const bold = document.querySelector('b')?.firstChild as Text;
  bold.data = '$99.00';
  await followed();
  expect(bold.data).toBe('$••••');
  showAmounts();
  expect(document.body.innerHTML).toBe(before.replace('$12.00', '$99.00'));
});

it('shows the amount that is hovered or focused until another is', () => {
  document.body.innerHTML = '<ul><li>Rent <a href="#r">$900.00</a></li><li>Food $80.00</li></ul>';
  hideAmounts();
  const [rent, food] = document.querySelectorAll('li');
  rent?.querySelector('a')?.focus();
  expect(rent?.textContent).toBe('Rent $900.00');
  food?.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }));
  expect(food?.textContent).toBe('Food $80.00');
  expect(rent?.textContent).toBe('Rent $••••');
});

it('hides the balances in a list of accounts until it has focus, with the same options', () => {
  document.body.innerHTML =
    '<label>From <select><option value="a">Everyday: $12.00</option><option value="b">Savings: $34.00</option></select></label>';
  hideAmounts();
  const select = document.querySelector('select');
  expect(select?.textContent).toBe('Everyday: $••••Savings: $••••');
  expect(select?.value).toBe('a');
  select?.focus();
  expect(select?.textContent).toBe('Everyday: $12.00Savings: $34.00');
  select?.blur();
  expect(select?.textContent).toBe('Everyday: $••••Savings: $••••');
});
