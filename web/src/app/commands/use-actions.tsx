import { useMutation, useQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  CircleDollarSign,
  CreditCard,
  EyeOff,
  FastForward,
  Flag,
  House,
  Landmark,
  type LucideIcon,
  Map as MapIcon,
  Send,
  Signpost,
  Users,
} from 'lucide-react';
import { getPath } from '@/entities/card/card-paths';
import { creditCardQueries } from '@/entities/card/queries';
import { customerQueries } from '@/entities/customer/queries';
import { debtPath } from '@/entities/debt/data/terms';
import { clockQueries } from '@/entities/household/clock-queries';
import { findNextPay } from '@/entities/household/next-payday';
import { upcomingPart } from '@/entities/household/upcoming-part';
import { checkpointMutations } from '@/features/checkpoints/mutations';
import { getTourPath, TOURS } from '@/features/tours/tours';
import { useLoaded } from '@/lib/bundle/use-loaded';
import { formatListDate, formatTextDate, getDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { usePreferences } from '@/lib/storage/preferences';
import { toast } from '@/lib/toast';
import { useThemeToggle } from '../layout/use-theme-toggle';
import { togglePrivacy } from '../privacy';
import { KEY_SEQUENCES } from './key-sequences';
import { useDebts } from './use-products';
import type { Item } from './use-results';
import { useRunTarget } from './use-shortcuts';

const SEQUENCE_ICONS: Record<string, LucideIcon> = {
  nm: Send,
  np: Users,
  nb: CalendarClock,
  nw: MapIcon,
};

/** The actions that are shown before a query is entered, below the next payments. */
const USUAL = ['nm', 'np', 'tm'];
const FIRST_PAYMENTS = 2;

/** Returns what the customer can do from the search. */
export function useActions(go: (path: string) => void): Item[] {
  const run = useRunTarget();
  const paydayDetail = usePaydayDetail();
  const { privacy } = usePreferences();
  const theme = useThemeToggle();
  const saveCheckpoint = useSaveCheckpoint();
  const sequences = KEY_SEQUENCES.filter(({ group }) => group !== 'Go to').map(
    ({ keys, label, target }): Item => {
      const Icon = SEQUENCE_ICONS[keys] ?? FastForward;
      return {
        id: keys,
        icon: <Icon className="size-5" />,
        label,
        detail: target === 'payday' ? paydayDetail : undefined,
        keywords: keys.startsWith('t') ? 'skip advance time next' : 'new create transfer bill send',
        keys,
        run: () => run(target),
      };
    },
  );
  const link = (Icon: LucideIcon, label: string, path: string, keywords?: string): Item => ({
    id: label,
    icon: <Icon className="size-5" />,
    label,
    keywords,
    run: () => go(path),
  });
  const payments = usePayments(go);
  const isUsual = ({ id }: Item) => USUAL.includes(id);
  return [
    ...payments.slice(0, FIRST_PAYMENTS),
    ...sequences.filter(isUsual),
    {
      id: 'save-checkpoint',
      icon: <Flag className="size-5" />,
      label: 'Save checkpoint',
      keywords: 'rewind backup',
      run: saveCheckpoint,
    },
    ...sequences.filter((item) => !isUsual(item)),
    ...payments.slice(FIRST_PAYMENTS),
    link(Landmark, 'Open account', '/create-account', 'new checking savings investment'),
    link(CreditCard, 'Add card', '/credit-cards', 'new credit card'),
    link(CircleDollarSign, 'Apply for a loan', '/loan-applications', 'new borrow mortgage'),
    {
      id: 'privacy',
      icon: <EyeOff className="size-5" />,
      label: privacy ? 'Show amounts' : 'Hide amounts',
      keywords: 'privacy',
      run: togglePrivacy,
    },
    {
      id: 'theme',
      icon: <theme.Icon className="size-5" />,
      label: theme.label,
      keywords: 'theme',
      run: theme.toggle,
    },
    ...TOURS.map((tour) =>
      link(Signpost, `Take the tour: ${tour.name}`, getTourPath(tour), 'help guide introduction'),
    ),
  ];
}

/** Returns the payments that the customer can make, soonest first. */
function usePayments(go: (path: string) => void): Item[] {
  const cards = useQuery(creditCardQueries.list()).data ?? [];
  const payments = [
    ...cards
      .filter(({ balance, closed_at }) => balance > 0 && closed_at === null)
      .map((card) => ({
        ...card,
        Icon: CreditCard,
        label: `Pay ${card.name}`,
        owed: `${formatMoney(card.balance, card.currency)} balance, `,
        due: card.due_date.slice(0, 10),
        path: getPath(card.id),
      })),
    ...useDebts().map((debt) => ({
      ...debt,
      Icon: debt.product === 'loan' ? CircleDollarSign : House,
      label: `Pay ${debt.name} ${formatMoney(Math.min(debt.payment, debt.owed), debt.currency)}`,
      owed: '',
      due: debt.nextDueDate,
      path: debtPath(debt),
    })),
  ];
  return payments
    .sort((left, right) => (left.due < right.due ? -1 : 1))
    .map(({ id, Icon, label, owed, due, path }) => ({
      id: `pay ${id}`,
      icon: <Icon className="size-5" />,
      label,
      detail: `${owed}due ${formatListDate(due)}`,
      run: () => go(`${path}#pay`),
    }));
}

function usePaydayDetail(): string | undefined {
  const household = useQuery(clockQueries.household()).data;
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  const projected = useLoaded(upcomingPart, Boolean(household));
  const pay = household && projected && findNextPay(household, projected);
  return pay ? formatListDate(getDay(new Date(pay.at), zone)) : undefined;
}

/** Returns a function that saves a checkpoint with the simulated date as its name. */
function useSaveCheckpoint(): () => void {
  const { mutate } = useMutation(checkpointMutations.save);
  const me = useQuery(customerQueries.me()).data;
  return () => {
    const name = formatTextDate(me?.now ?? new Date(), me?.time_zone);
    mutate({ name }, { onSuccess: () => toast.success(`“${name}” saved`) });
  };
}
