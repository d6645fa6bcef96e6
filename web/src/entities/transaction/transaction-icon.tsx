import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Car,
  Clapperboard,
  CreditCard,
  Flag,
  HeartPulse,
  House,
  type LucideIcon,
  Percent,
  PiggyBank,
  Scale,
  Scissors,
  ShoppingBag,
  ShoppingBasket,
  Users,
  Zap,
} from 'lucide-react';

const BY_KIND: Record<string, LucideIcon> = {
  transfer: ArrowLeftRight,
  overdraft_transfer: PiggyBank,
  cd_opened: PiggyBank,
  cd_withdrawal: PiggyBank,
  cd_matured: PiggyBank,
  goal_contribution: Flag,
  interest: Percent,
  adjustment: Scale,
  card_payment: CreditCard,
  imported_payment: CreditCard,
  loan_payment: Car,
  mortgage_payment: House,
  biweekly_payment: House,
  person_payment: Users,
};

/** The icons of the built-in spending categories, keyed by the last digits of their ids. */
const BY_CATEGORY: Record<string, LucideIcon> = {
  '1': House,
  '2': Car,
  '3': ShoppingBasket,
  '4': Zap,
  '5': HeartPulse,
  '6': Clapperboard,
  '7': ShoppingBag,
  '8': Scissors,
  '9': PiggyBank,
};
const BUILT_IN = /^00000000-0000-4000-8000-0*(\d+)$/;

type TransactionIconProps = { kind: string | null; direction: string | null; categoryId?: string | null };

/** Renders a decorative icon for a transaction. The text next to it gives the same information. */
export function TransactionIcon({ kind, direction, categoryId }: TransactionIconProps) {
  const category = BY_CATEGORY[BUILT_IN.exec(categoryId ?? '')?.[1] ?? ''];
  const fallback = direction === 'in' ? ArrowDownToLine : ArrowUpFromLine;
  const Icon = BY_KIND[kind ?? ''] ?? category ?? fallback;
  return <Icon className="size-5" />;
}
