import { ExampleRows } from '@/ui/examples';

/** Renders what the page shows once there are scheduled payments. */
export function ExamplePayments() {
  return (
    <ExampleRows
      rows={[
        { title: 'Rent', detail: 'Every month, on the 1st', end: '\u2212$1,450.00' },
        { title: 'To savings', detail: 'On payday', end: '\u2212$200.00' },
        { title: 'Music', detail: 'Every month, on the 17th', end: '\u2212$10.99' },
      ]}
    />
  );
}
