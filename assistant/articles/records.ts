import type { Article } from './article.ts';

const group = 'Records and documents';

export const RECORDS: readonly Article[] = [
  {
    slug: 'search-transactions',
    group,
    title: 'Find a transaction',
    words: 'filter query history look up export csv',
    text: [
      'Type words, or be precise: category:food amount:>60 date:last-quarter. The box shows how it may go on, and the total of what is found stands above the list. A search can be saved as a view and stands in the address, so it can be shared or kept as a bookmark.',
    ],
    links: [{ to: '/transactions', label: 'Transactions' }],
  },
  {
    slug: 'correct-transaction',
    group,
    title: 'Correct a transaction',
    words: 'wrong mistake undo reverse delete edit amount',
    text: [
      'Nothing in the books is ever changed or deleted: a mistake is taken back by an entry of its own. Open the row and press “Correct this”: either the amount was wrong, or it never happened.',
      'What the bank or a rule posted cannot be taken back, and a charge on a card is disputed instead.',
    ],
    links: [{ to: '/transactions', label: 'Transactions' }],
  },
  {
    slug: 'categories-and-rules',
    group,
    title: 'Categories, notes, tags and rules',
    words: 'categorise label split rename merchant attachment receipt',
    text: [
      'Open a row to give it a category, a note, tags or a file, or to split it between categories. A rule does the same by itself for every row that fits, and can be run on the past with a preview.',
    ],
    links: [
      { to: '/transactions', label: 'Transactions' },
      { to: '/transactions/rules', label: 'Rules' },
    ],
  },
  {
    slug: 'import',
    group,
    title: 'Take in statements of another bank',
    words: 'csv ofx qfx qif upload file history',
    text: [
      'Choose a CSV, OFX, QFX or QIF file. You see every line, what looks like a duplicate, and what would happen before anything is posted. A whole import can be undone.',
      'A line that would take an account below zero is reported and left out.',
    ],
    links: [{ to: '/transactions/import', label: 'Import transactions' }],
  },
  {
    slug: 'reconcile',
    group,
    title: 'Compare an account with a statement',
    words: 'reconciliation tick balance match',
    text: [
      'Enter the day and the balance of a statement and tick the rows that stand on it. When they agree to the cent, it is finished and those rows are ticked for good.',
    ],
    steps: ['Open the account from the dashboard.', 'Press “Reconcile”.'],
    links: [{ to: '/dashboard', label: 'Your accounts' }],
  },
  {
    slug: 'bank-documents',
    group,
    title: 'Statements, agreements and receipts',
    words: 'pdf download print tax interest summary',
    text: [
      'When a month of your simulated time has closed, the statement of each account and card is under Documents. The agreement and schedule of a loan or mortgage are there too, and the interest of each year. A receipt is made from the row itself.',
      'Each page says that it is a simulation and no bank’s document.',
    ],
    links: [{ to: '/documents', label: 'Documents' }],
  },
  {
    slug: 'own-files',
    group,
    title: 'Keep files of your own',
    words: 'upload attach folder lease warranty receipt photo storage bin restore',
    text: [
      'PDFs, pictures, text and CSV up to 10 MB each, 200 MB in all. They can be filed in folders and attached to transactions. What you delete lies in the bin for 30 days.',
      'Please keep nothing real and secret in a simulator.',
    ],
    links: [
      { to: '/documents/files', label: 'Your files' },
      { to: '/documents/bin', label: 'Bin' },
    ],
  },
  {
    slug: 'books',
    group,
    title: 'How do I know that the books are right?',
    words: 'double entry ledger proof balance hash verify journal',
    text: [
      'Every movement is an entry with two sides that sum to zero, and every balance is the sum of its postings. You can have that checked: the bank plays your books from the first entry and compares.',
    ],
    links: [{ to: '/settings/data', label: 'Your books' }],
  },
];
