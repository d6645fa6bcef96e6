import { GLOSSARY } from '@assistant/glossary.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';
import { loadLesson } from './lessons/catalog';
import { readLesson } from './lessons/lesson';
import { EXAMPLE } from './lessons/lesson-page';

const bank = openBank();

describe('financial tips', () => {
  it('begin with no progress, one suggestion, and every topic', async () => {
    await bank.signUp();
    await bank.visit('/tips');
    const topics = await screen.findByRole('list', { name: 'Progress by topic' });
    expect(within(topics).getAllByRole('listitem')).toHaveLength(6);
    screen.getByText("You haven't finished a lesson on earning income. 2 min read.");
    expect(screen.getByRole('link', { name: 'Start lesson' }).getAttribute('href')).toBe('/tips/what-stays');
    await screen.findByText(/^No tips today/);
  });

  it('use an example household, and say so, where the ledger has no data', async () => {
    await bank.signUp();
    await bank.visit('/tips/card-interest');
    await screen.findByText(/^We're showing an example household because you don't have this data yet/);
    screen.getByText(/^A card carries \$2,400\.00 at 22\.9%: /);
  });

  it("use the customer's own card and follow the slider", async () => {
    await bank.signUp();
    const card = { name: 'Tide Card', credit_limit: 5000, balance: 1200, apr: 24 };
    await supabase.from('credit_cards').insert(card).throwOnError();
    await bank.visit('/tips/card-interest');
    await screen.findByText(/^Tide Card carries \$1,200\.00 at 24%/);
    screen.getByText('From your own transactions.');
    expect(screen.getByRole('slider', { name: /Pay each month/ })).toBeTruthy();
    screen.getByText(/less than with minimum payments/);
  });

  it('store the best result of a lesson in the bank', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/tips/card-interest');
    await screen.findByRole('heading', { name: 'Questions' });
    const check = screen.getByRole('button', { name: 'Check answers' });
    expect(check.hasAttribute('disabled')).toBe(true);
    const quiz = readLesson(await loadLesson('card-interest')).quiz(EXAMPLE);
    for (const { choices, right } of quiz)
      await user.click(screen.getByRole('radio', { name: choices[right] ?? '' }));
    await user.click(check);
    await screen.findByText(`${quiz.length} of ${quiz.length} correct`);
    await waitFor(async () => {
      const { data } = await supabase.from('lesson_progress').select('lesson, best_right').throwOnError();
      expect(data).toEqual([{ lesson: 'card-interest', best_right: quiz.length }]);
    });
    await user.click(screen.getByRole('button', { name: 'Retake quiz' }));
    expect(screen.getByRole('button', { name: 'Check answers' }).hasAttribute('disabled')).toBe(true);
    await screen.findByText(`Your best: ${quiz.length} of ${quiz.length} correct.`);
  });

  it('explain a term found by its text', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/tips/glossary');
    await user.type(
      screen.getByRole('searchbox', { name: 'Search the glossary' }),
      'pay no interest on purchases',
    );
    await screen.findByText('1 term');
    const link = screen.getByRole('link', { name: 'Grace period' });
    expect(link.getAttribute('href')).toBe('/tips/glossary#grace-period');
  });

  it('list every term of the glossary under its letter, with the page that uses it', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/tips/glossary');
    expect(screen.getAllByRole('term')).toHaveLength(GLOSSARY.length);
    const letters = within(screen.getByRole('navigation', { name: 'Letters' }));
    await user.click(letters.getByRole('link', { name: 'G' }));
    const section = screen.getByRole('region', { name: 'G' });
    await waitFor(() => expect(document.activeElement).toBe(section));
    within(section).getByRole('link', { name: 'Grace period' });
    expect(within(section).getAllByRole('link', { name: 'Auto Deposit' })[0]?.getAttribute('href')).toBe(
      '/auto-deposit',
    );
  });
});
