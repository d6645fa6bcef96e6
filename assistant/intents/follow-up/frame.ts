import { parseDay } from '../../../engine/calendar/calendar.ts';
import { addUnits, findWholeUnit, unitAround } from '../../../engine/calendar/periods.ts';
import type {
  Action,
  Assumed,
  CustomerContext,
  Intent,
  Period,
  Place,
  Question,
  Reading,
  ShownAmount,
  ShownAnswer,
  TransactionFilter,
  Turn,
} from '../../intent.ts';
import { getPeriod } from '../../parser/days.ts';
import { NO_FILTER } from '../../parser/filter.ts';
import type { MatchedSpans } from '../../parser/matched-spans.ts';
import { getProducts } from '../../parser/names.ts';

export type Request = Question | Action;
export type RequestOf<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>;
export type Flow = RequestOf<'flow'>;

/** The context of a follow-up: the last request, its answer, and the conversation before. */
export type Frame = {
  last: Request;
  /** The assumptions of the last request. */
  assumed: readonly Assumed[];
  /** The sentences and amounts of the last answer; null if that isn't known. */
  shown: ShownAnswer | null;
  /** The requests that were understood and their answers, oldest first, including the last one. */
  earlier: readonly Answered[];
  customer: CustomerContext;
};

type Answered = { meaning: Request; assumed: readonly Assumed[]; shown: ShownAnswer | null };

const NOT_REQUESTS = new Set<Intent['kind']>([
  ...(['missing', 'beyond', 'social', 'date', 'capabilities', 'last_action'] as const),
  ...(['confirm', 'dismiss', 'undo'] as const),
]);

/** Returns the frame of a conversation; null if no earlier message was understood. */
export function getFrame(before: readonly Turn[], customer: CustomerContext): Frame | null {
  const understood = before.filter(({ meaning }) => !NOT_REQUESTS.has(meaning.kind));
  const last = understood.at(-1);
  // After four messages without an answer, the conversation is about something else.
  if (!last || before.length - before.indexOf(last) > 4) return null;
  const earlier = understood.flatMap(({ meaning, shown = null }) =>
    meaning.kind === 'several'
      ? meaning.questions.map((part, at) => ({
          ...toRequest(part as Intent),
          shown: shown && { text: shown.text, amounts: getPart(shown, at, meaning.questions.length) },
        }))
      : [
          {
            ...toRequest(
              meaning.kind === 'how_computed' ? ({ ...meaning.of, assumed: [] } as Intent) : meaning,
            ),
            shown,
          },
        ],
  );
  const latest = earlier.at(-1);
  return latest
    ? { last: latest.meaning, assumed: latest.assumed, shown: latest.shown, earlier, customer }
    : null;
}

/** Separates a request from its assumptions and from the known question that it was read as. */
function toRequest(intent: Intent): Omit<Answered, 'shown'> {
  const {
    assumed,
    reading: _,
    ...meaning
  } = intent as Request & { assumed: readonly Assumed[]; reading?: Reading };
  return { meaning: meaning as Request, assumed };
}

/** Remarks about one answer, which the next one doesn't repeat. */
const ONCE = new Set(['clock', 'included', 'filler']);

/** Keeps the assumptions of the last request about the values that the new request has not changed. */
export function keepAssumptions(
  spans: MatchedSpans,
  { last, assumed }: Pick<Frame, 'last' | 'assumed'>,
  next: Request,
) {
  const isKept = ({ slot }: Assumed) =>
    !ONCE.has(slot) &&
    !spans.assumed.some((assumption) => assumption.slot === slot) &&
    getSlot(last, slot) === getSlot(next, slot);
  spans.assumed.unshift(...assumed.filter(isKept));
}

/** Serializes a slot's value so that it can be compared. */
function getSlot(intent: object, slot: string): string {
  const { filter, decisions, ...slots } = intent as { filter?: object; decisions?: readonly object[] };
  const values: Record<string, unknown> = { ...decisions?.[0], ...filter, ...slots };
  return JSON.stringify(values[slot === 'category' && filter ? 'categories' : slot] ?? null);
}

/** Returns the amount of one of several answers, if each of them stated exactly one. */
const getPart = ({ amounts }: ShownAnswer, at: number, count: number): readonly ShownAmount[] =>
  amounts.length === count ? amounts.slice(at, at + 1) : [];

/** Returns the amount that the last answer stated first. */
export const getStated = ({ shown }: Frame): ShownAmount | null => shown?.amounts[0] ?? null;

/**
 * Returns the account, card, or debt that the last request or its answer is about. Returns null if there isn't
 * exactly one.
 */
export function getPlace(frame: Frame): Place | null {
  const { last, customer, shown } = frame;
  const ids = new Set(listPlaces(last, customer).map(({ id }) => id));
  if (ids.size === 1) return findPlace(customer, ({ id }) => ids.has(id));
  if (ids.size > 1 || !shown) return null;
  // A recommendation names the card first: "Pay off Tide Card first. Reef Card has a lower rate."
  const [sentence = ''] = shown.text.split(/(?<=[.!?])\s/);
  return findPlace(customer, ({ name }) => sentence.includes(name));
}

/** Returns the only product for which a condition is true. */
function findPlace(customer: CustomerContext, isMeant: (product: { id: string; name: string }) => boolean) {
  const products = getProducts(customer);
  const places = (['account', 'card', 'loan', 'mortgage'] as const).flatMap((is) =>
    products[is].filter(isMeant).map(({ id }): Place => ({ is, id })),
  );
  return places.length === 1 ? (places[0] ?? null) : null;
}

/** Returns the accounts that a question about a type or currency of accounts includes. */
export const filterAccounts = (
  accounts: CustomerContext['accounts'],
  { type, currency }: Extract<RequestOf<'balance'>['of'], { is: 'accounts' }>,
) =>
  accounts.filter(
    (account) =>
      (type === null || account.type === type) && (currency === null || account.currency === currency),
  );

/** Lists the products that a request names. */
function listPlaces(last: Request, { accounts }: CustomerContext): readonly { id: string }[] {
  switch (last.kind) {
    case 'balance': {
      const { of } = last;
      if (of.is === 'place') return [of.place];
      return of.is === 'products'
        ? of.products
        : of.is === 'accounts' && (of.type !== null || of.currency !== null)
          ? filterAccounts(accounts, of)
          : [];
    }
    case 'card':
    case 'freeze':
    case 'pay_card':
      return [last.card];
    case 'minimum_only':
      return last.card ? [last.card] : [];
    case 'debt':
    case 'fixed_payment':
    case 'new_rate':
    case 'payoff_quote':
    case 'pay_debt':
      return [last.debt].filter((debt) => debt !== null);
    case 'transfer':
      return [last.to];
    case 'schedule':
      return last.to.is === 'payee' ? [last.from] : [last.to];
    case 'contribute_goal':
    case 'pay_person':
      return [last.from];
    case 'account_rate':
    case 'auto_deposit':
      return [last.account];
    case 'interest':
      return last.places;
    case 'flow':
    case 'rows':
      return last.filter.places;
    case 'topic':
      return [...last.values.accounts, ...last.values.cards, ...last.values.debts];
    default:
      return 'place' in last && last.place ? [last.place] : [];
  }
}

/** Returns the question about transactions that the last request is about or can be checked with, if any. */
export function toFlow({ last, customer }: Frame): Flow | null {
  const build = (filter: Partial<TransactionFilter>, direction: 'out' | 'in' = 'out'): Flow => ({
    kind: 'flow',
    direction,
    measure: 'total',
    filter: { ...NO_FILTER, ...filter },
    compare: null,
    limit: null,
  });
  const today = parseDay(customer.today);
  const thisMonth = getPeriod(unitAround(today, 'month'), today);
  switch (last.kind) {
    case 'flow':
      return last;
    case 'rows':
      return build(last.filter, last.direction ?? 'out');
    case 'budget':
    case 'set_budget':
    case 'delete_budget': {
      const period = last.kind === 'budget' ? (last.period ?? thisMonth) : thisMonth;
      return last.category && build({ categories: [last.category], period });
    }
    case 'upcoming': {
      const payment = customer.scheduledPayments.find(({ id }) => id === last.about?.id);
      const from = addUnits(today, 'year', -1);
      return payment?.payee
        ? build({ merchant: payment.payee, period: getPeriod({ from, to: today }, today) })
        : null;
    }
    case 'topic': {
      const { categories, merchants, periods } = last.values;
      const [merchant = null] = merchants;
      if (categories.length === 0 && merchant === null) return null;
      const several = merchants.length > 1 ? { merchants } : {};
      return build({ categories, merchant, ...several, period: periods[0] ?? thisMonth });
    }
    default:
      return null;
  }
}

/**
 * Returns the previous period of the same length. If the period isn't over, the previous one ends on the same day
 * of its unit.
 */
export function getPeriodBefore({ from, to }: Period, customer: CustomerContext): Period | null {
  if (!from) return null;
  const today = parseDay(customer.today);
  const [first, last] = [parseDay(from), to === null ? today : parseDay(to)];
  const unit = findWholeUnit(first, last);
  if (unit && last <= today) return getPeriod(unitAround(first - 1, unit), today);
  const end = Math.min(last, today);
  const span = unit
    ? { from: addUnits(first, unit, -1), to: Math.min(addUnits(end, unit, -1), first - 1) }
    : { from: first - (end - first + 1), to: first - 1 };
  return getPeriod(span, today);
}
