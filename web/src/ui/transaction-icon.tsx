import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Car,
  CreditCard,
  House,
  type LucideIcon,
  Percent,
  Scale,
} from 'lucide-react';

const BY_KIND: Record<string, LucideIcon> = {
  transfer: ArrowLeftRight,
  interest: Percent,
  adjustment: Scale,
  card_payment: CreditCard,
  loan_payment: Car,
  mortgage_payment: House,
};

/** A quiet sign for what a row is; the words beside it say the same. */
export function TransactionIcon({ kind, direction }: { kind: string | null; direction: string | null }) {
  const Icon = BY_KIND[kind ?? ''] ?? (direction === 'in' ? ArrowDownToLine : ArrowUpFromLine);
  return <Icon aria-hidden className="size-5" strokeWidth={1.5} />;
}
