import { Tabs } from '@/ui/tabs';

const TABS = [
  { to: '/transactions', label: 'Transactions' },
  { to: '/scheduled-payments', label: 'Scheduled payments' },
  { to: '/transactions/rules', label: 'Rules' },
  { to: '/transactions/import', label: 'Import' },
] as const;

/** Renders the tabs of the pages about transactions. */
export function TransactionTabs({ current }: { current: (typeof TABS)[number]['to'] }) {
  return <Tabs label="Transaction pages" tabs={TABS} current={current} />;
}
