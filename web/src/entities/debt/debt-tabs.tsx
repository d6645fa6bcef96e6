import { Tabs } from '@/ui/tabs';

const TABS = [
  { to: '/loans', label: 'Loans' },
  { to: '/mortgages', label: 'Mortgages' },
  { to: '/applications', label: 'Applications' },
  { to: '/dashboard/credit-score', label: 'Credit score' },
] as const;

/** Renders the tabs of the pages about borrowing. */
export function DebtTabs({ current }: { current: (typeof TABS)[number]['to'] }) {
  return <Tabs label="Borrowing" tabs={TABS} current={current} />;
}
