import type { Article } from './article.ts';

const group = 'Planning';

export const PLANNING: readonly Article[] = [
  {
    slug: 'budgets',
    group,
    title: 'Set budgets',
    words: 'category spending limit envelope month plan overspent',
    text: [
      'A budget says what a category may cost in a calendar month. The bar fills as you spend, on accounts and cards, and the bank tells you at four fifths and when it is passed. Nothing is refused for it: to refuse, set a spending control on a card.',
      'What is left can go into the next month. “Suggest from history” proposes amounts once you have a past.',
    ],
    links: [{ to: '/budgets', label: 'Budgets' }],
  },
  {
    slug: 'safe-to-spend',
    group,
    title: 'What “Safe to spend a day” means',
    words: 'available left payday number how calculated',
    text: [
      'It is what you can spend each day until your next pay without touching what is already spoken for. Press the figure to see what it is made of.',
    ],
    links: [{ to: '/budgets', label: 'Budgets' }],
  },
  {
    slug: 'goals',
    group,
    title: 'Save for a goal',
    words: 'saving target round-ups pot put aside',
    text: [
      'A goal keeps a part of an account apart, or all of it. You fill it by hand, with a fixed amount, with a share of each pay, or with the change of every purchase. The money stays on the account: it is only set aside.',
      'Each goal says when you will be there as things go.',
    ],
    steps: ['Press “New goal”.', 'Say how much, by when, and where the money is kept.'],
    links: [{ to: '/goals', label: 'Goals' }],
  },
  {
    slug: 'forecasts',
    group,
    title: 'See how your cash will go',
    words: 'prediction future low balance short projection',
    text: [
      'The forecast lives your rules, bills, debts and usual spending on for months and draws your cash, with the day on which it is lowest. What has happened is a solid line, what is foreseen a dashed one.',
      'It says how right it was: “How right was it?” plays it against the past.',
    ],
    links: [{ to: '/forecasts', label: 'Spending forecasts' }],
  },
  {
    slug: 'what-if',
    group,
    title: 'Try a decision without making it',
    words: 'branch scenario compare simulate buy home job loss avalanche snowball',
    text: [
      'A branch is a future of your own: buy a home, lose the job, pay more on a debt. It lives beside things as they are, and nothing in it moves money until you apply it.',
      'Debts can be compared: smallest first, dearest first, or your own order.',
    ],
    links: [{ to: '/forecasts/what-if', label: 'What if' }],
  },
  {
    slug: 'analytics',
    group,
    title: 'See where your money went',
    words: 'report spending income chart category merchant net worth subscriptions savings rate',
    text: [
      'Analytics adds up what came in and went out, by month, category, shop, account and card, finds subscriptions, and says what stands out. Press a figure to see the rows behind it.',
      'Transfers between your own accounts and payments of your own cards are neither spending nor income.',
    ],
    links: [{ to: '/analytics', label: 'Analytics' }],
  },
];
