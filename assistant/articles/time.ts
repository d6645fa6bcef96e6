import type { Article } from './article.ts';

const group = 'Time and checkpoints';

export const TIME: readonly Article[] = [
  {
    slug: 'simulated-clock',
    group,
    title: 'Move time forward',
    words: 'time travel fast-forward skip advance date future simulate month year clock',
    text: [
      'You have a clock of your own. Everything the bank does follows it: pay, bills, interest, statements, due dates. It starts at the real date, runs on like any clock, and jumps when you tell it to.',
      'The bank lives every day in between, in order, and then tells you what happened. A jump can be as short as a day and as long as years.',
    ],
    steps: [
      'In “Simulated date” on the dashboard, choose how far: a day, a week, a month, a year, the next payday, or “A date…”.',
      'Read what happened when it has arrived.',
    ],
    links: [
      { to: '/dashboard', label: 'The clock on the dashboard' },
      { to: '/settings/time', label: 'Settings of time' },
    ],
  },
  {
    slug: 'back-in-time',
    group,
    title: 'Go back in time',
    words: 'undo return restore rewind reverse checkpoint load save',
    text: [
      'The clock runs forward only. To go back, return to a checkpoint: it holds everything as it was when it was saved, the date too.',
      'Before you return, the present is saved as a checkpoint by itself, so a return can be taken back.',
    ],
    steps: ['Open the settings of time.', 'Press “Return” beside a checkpoint and confirm.'],
    links: [{ to: '/settings/time', label: 'Checkpoints' }],
  },
  {
    slug: 'save-checkpoint',
    group,
    title: 'Save a checkpoint',
    words: 'savegame backup snapshot keep try experiment',
    text: [
      'A checkpoint keeps accounts, debts, rules, history and the date. Save one before you try something you may regret. You can have 20 of them.',
      'Uploaded files, your sign-in and your questions to the bank are not part of it: they stay as they are when you return.',
    ],
    steps: ['Open the settings of time.', 'Press “Save a checkpoint” and give it a name.'],
    links: [{ to: '/settings/time', label: 'Checkpoints' }],
  },
  {
    slug: 'start-over',
    group,
    title: 'Start over, or live somebody else’s life',
    words: 'reset new game another life student retiree family freelancer empty clear',
    text: [
      'You can begin again with an empty bank or choose one of five lives with two years of history. Your sign-in, your settings and your checkpoints stay, and the present life is saved as a checkpoint first.',
    ],
    steps: ['Open the settings of time.', 'Press “Begin another life…”.'],
    links: [{ to: '/settings/time', label: 'Another life' }],
  },
  {
    slug: 'real-and-simulated-time',
    group,
    title: 'Which times are real and which simulated',
    words: 'date wrong difference today wall clock timestamp',
    text: [
      'What happens to money has simulated times: rows, dues, statements, offers, forecasts. What concerns you and this computer has real ones: sign-ins, uploads, questions to the bank, the deletion of your account.',
      'Days begin at midnight in your time zone, which stands in your profile.',
    ],
    links: [{ to: '/settings/profile', label: 'Your time zone' }],
  },
  {
    slug: 'credit-score',
    group: 'Loans and mortgages',
    title: 'What your credit score is made of',
    words: 'fico rating inquiry improve raise low',
    text: [
      'The score comes from your own history here: how you paid, how much of your limits you use, how old your credit is, which kinds you have, and how much of it is new. It begins with your first card or loan.',
      'The page shows what moved it and what would: try “I pay off part of a card” or “I miss a payment”.',
    ],
    links: [{ to: '/dashboard/credit-score', label: 'Credit score' }],
  },
];
