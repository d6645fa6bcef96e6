import type { Article } from './article.ts';

const group = 'Moving money';

export const MOVING_MONEY: readonly Article[] = [
  {
    slug: 'first-account',
    group,
    title: 'Open an account',
    words: 'new create start begin checking savings investment currency',
    text: [
      'An account is open as soon as you have named it and chosen its type and currency. It can begin with any amount: the money comes from the world outside the bank.',
      'Checking is for every day and earns nothing. Savings earn interest. What lies in an investment account rises and falls with a simulated market.',
    ],
    steps: [
      'Choose type and currency: US dollars, euros or pounds.',
      'Enter an “Initial deposit”, or leave it at zero.',
      'Press “Open the account”.',
    ],
    links: [{ to: '/create-account', label: 'Open an account' }],
  },
  {
    slug: 'deposit-and-withdraw',
    group,
    title: 'Put money in and take it out',
    words: 'add cash top up salary pay in payout',
    text: [
      'Money enters and leaves the bank on the page of an account. Nobody else is involved: it is pretend money, so you may deposit as much as you like.',
      'A withdrawal never takes an account below zero. The bank says how much is missing and moves nothing.',
    ],
    steps: [
      'Open the account from the dashboard.',
      'Press “Deposit” or “Withdraw”.',
      'Enter the amount, press “Review”, and confirm.',
    ],
    links: [{ to: '/dashboard', label: 'Your accounts' }],
  },
  {
    slug: 'transfer',
    group,
    title: 'Move money between your accounts',
    words: 'transfer send exchange currency conversion dollars euros pounds',
    text: [
      'A transfer takes from one of your accounts and gives to another in one entry: both balances change at once, or neither does.',
      'Between currencies the bank exchanges at the rate of your simulated day. The review shows the rate and what arrives before anything moves. Where there is no rate, nothing is moved.',
    ],
    steps: ['Choose where the money comes from and where it goes.', 'Press “Review”, read it, and confirm.'],
    links: [{ to: '/dashboard/move', label: 'Move money' }],
  },
  {
    slug: 'not-enough-money',
    group,
    title: 'Why a payment was refused',
    words: 'insufficient funds declined failed overdraft error missing',
    text: [
      'The bank refuses what an account, a card or a limit of yours cannot bear, and says why beside the field. What you press and the bank refuses changes nothing: no money moves, and it costs nothing.',
      'The usual reasons are an account with too little money, a card at its limit, a frozen card, and a spending control that you have set yourself.',
    ],
    links: [
      { to: '/dashboard', label: 'What is on your accounts' },
      { to: '/credit-cards/manage', label: 'Controls of your cards' },
    ],
  },
  {
    slug: 'auto-deposit',
    group,
    title: 'Let money arrive by itself',
    words: 'salary pay wage income recurring payday',
    text: [
      'An auto deposit is a rule: this amount, on this account, hourly, daily, weekly or monthly. It acts by the simulated clock, so it arrives when you move the clock on.',
      'Say “It is my pay”, and the clock’s “Payday” goes by it. A paused rule brings nothing until you resume it.',
    ],
    steps: ['Press “New auto deposit”.', 'Enter amount, first day and time; the next dates stand beside it.'],
    links: [{ to: '/auto-deposit', label: 'Auto deposit' }],
  },
  {
    slug: 'scheduled-payments',
    group,
    title: 'Pay rent, bills and debts on time',
    words: 'recurring standing order subscription automatic bill weekend skip',
    text: [
      'A scheduled payment leaves an account by itself: to somebody outside the bank, to another account of yours, to a card, a loan or a mortgage.',
      'One that finds too little money fails and is told to you. You can skip a single one, or pay another amount once, from the list of what comes next.',
    ],
    steps: ['Press “Schedule a payment”.', 'Say who is paid, how much, how often, and from which account.'],
    links: [{ to: '/scheduled-payments', label: 'Scheduled payments' }],
  },
  {
    slug: 'pay-people',
    group,
    title: 'Pay somebody by e-mail address',
    words: 'send friend person transfer request money ask split bill share contact',
    text: [
      'Money can go to anybody’s e-mail address. Whoever has the address takes it, or sends it back. If nobody takes it within 14 days of your simulated time, it comes back to your account.',
      'At most $2,500.00 can be paid at once and $5,000.00 on one simulated day, or as much in another currency. You can also “Ask” for money, or use “Split a bill”.',
      'A checkpoint does not call back what you have paid to somebody else: their side has happened.',
    ],
    links: [{ to: '/dashboard/people', label: 'Pay people' }],
  },
  {
    slug: 'close-account',
    group,
    title: 'Close an account, or delete it',
    words: 'remove end reopen',
    text: [
      'Closing an account keeps its history, and you choose where its money goes. It can be opened again. Deleting it takes the account and its rows away; what was left on it leaves the bank.',
      'The books behind it stay in either case: what has happened is not undone.',
    ],
    steps: [
      'Open the account and its menu, “More about this account”.',
      'Choose “Close the account” or “Delete the account”.',
    ],
    links: [{ to: '/dashboard', label: 'Your accounts' }],
  },
];
