import { dayText } from '../../engine/calendar/calendar.ts';
import type { Decision } from '../../engine/what-if/what-if.ts';
import type {
  CustomerContext,
  Intent,
  Period,
  Question,
  Reading,
  Task,
  TransactionFilter,
  Utterance,
} from '../intent.ts';

/**
 * Formats an intent in one line: its kind and slots, with names for the customer's products, days for
 * periods, and assumptions by slot.
 */
export function formatIntent(meaning: Intent, customer: CustomerContext): string {
  if (meaning.kind === 'beyond') return `beyond ${meaning.reason}`;
  if (meaning.kind === 'missing')
    return [`missing ${meaning.of} ${meaning.slot}`, meaning.choices.map(({ label }) => label).join(' / ')]
      .filter((part) => part !== '')
      .join(': ');
  const { kind, assumed, ...others } = meaning;
  const slots = kind === 'fact' ? { ...others, reading: null } : others;
  const slotTexts = Object.entries(slots).flatMap(([name, value]) => formatSlot(name, value, customer));
  const slotsAssumed = assumed.length > 0 ? [`(${assumed.map(({ slot }) => slot).join(' ')})`] : [];
  return [kind, ...slotTexts, ...slotsAssumed].join(' ');
}

function formatSlot(name: string, value: unknown, customer: CustomerContext): string[] {
  if (value === null || value === undefined) return [];
  // The other questions that the answer offers change with every new phrasing.
  if (name === 'reading') return [`reading=${(value as Reading).question}`];
  if (name === 'later') return [`later=${(value as readonly string[]).join(' / ')}`];
  if (name === 'task') return formatTask(value as Task, customer);
  if (name === 'questions')
    return [`[${(value as readonly Intent[]).map((item) => formatIntent(item, customer)).join('; ')}]`];
  if (name === 'of' && typeof value === 'object' && 'kind' in value)
    return [`(${formatIntent({ ...(value as Question), assumed: [] }, customer)})`];
  if (name === 'filter') return formatFilter(value as TransactionFilter, customer);
  if (name === 'period') return [formatPeriod(value as Period)];
  if (name === 'compare') return [`against ${formatPeriod(value as Period)}`];
  if (name === 'decisions')
    return (value as readonly Decision[]).map((item) => formatDecision(item, customer));
  if (name === 'amount' && typeof value === 'object') return [formatAmount(value as Utterance)];
  if (Array.isArray(value)) return value.map((entry) => formatThing(entry, customer));
  if (typeof value === 'object') return [`${name}=${formatThing(value, customer)}`];
  return [`${name}=${String(value)}`];
}

function formatFilter(filter: TransactionFilter, customer: CustomerContext): string[] {
  const { categories, merchant, merchants, isFee, contact, tag, text, places, bounds, period } = filter;
  const excluded = [
    ...(filter.excluded?.categories.map(({ name }) => name) ?? []),
    ...(filter.excluded?.merchants ?? []),
    ...(filter.excluded?.debts ?? []),
  ];
  const parts = [
    ...categories.map((category) => category.name),
    isFee === true && 'fees',
    merchant && `at ${(merchants ?? [merchant]).join(' | ')}`,
    excluded.length > 0 && `without ${excluded.join(' | ')}`,
    contact && `with ${contact.name}`,
    tag && `#${tag}`,
    text && `\u201c${text}\u201d`,
    ...places.map((place) => `on ${formatThing(place, customer)}`),
    bounds &&
      Object.entries(bounds)
        .map(([side, amount]) => `${side} ${amount}`)
        .join(' '),
    period && formatPeriod(period),
  ].filter((part) => part !== null && part !== '' && part !== false);
  return parts.length > 0 ? [`[${parts.join(', ')}]`] : [];
}

function formatTask({ is, ...slots }: Task, customer: CustomerContext): string[] {
  const values = Object.entries(slots).flatMap(([name, value]) => {
    if (name === 'people')
      return (value as readonly { name: string }[]).map((person) => person.name).join(', ');
    return formatSlot(name, value, customer);
  });
  return [is, ...values];
}

const formatPeriod = ({ from, to }: Period) => `${from ?? ''}..${to ?? ''}`;

function formatAmount(utterance: Utterance): string {
  if (utterance.is === 'exact')
    return `${utterance.amount}${utterance.currency ? ` ${utterance.currency}` : ''}`;
  return utterance.is === 'share' ? `share ${utterance.share}` : utterance.is;
}

function formatThing(value: unknown, customer: CustomerContext): string {
  const thing = value as { id?: string; name?: string; is?: string };
  if (thing.name) return thing.name;
  if (thing.id) return getName(thing.id, customer);
  return Object.values(thing)
    .filter((item) => item !== null)
    .map((item) => (typeof item === 'object' ? formatThing(item, customer) : String(item)))
    .join(' ');
}

function getName(id: string, customer: CustomerContext): string {
  const all = [
    customer.accounts,
    customer.cards,
    customer.loans,
    customer.mortgages,
    customer.scheduledPayments,
    customer.autoDeposits,
  ];
  return all.flat().find((item) => item.id === id)?.name ?? id;
}

const IDS = new Set(['debtId', 'accountId', 'ruleId', 'from', 'to']);

function formatDecision({ id: _, on, kind, ...rest }: Decision, customer: CustomerContext): string {
  const slots = Object.entries(rest).map(([name, value]) =>
    IDS.has(name) ? `${name}=${getName(String(value), customer)}` : `${name}=${String(value)}`,
  );
  return [kind, dayText(on), ...slots].join(' ');
}
