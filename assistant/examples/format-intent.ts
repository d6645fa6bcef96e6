import { dayText } from '../../engine/calendar/calendar.ts';
import type { Decision } from '../../engine/what-if/what-if.ts';
import type { CustomerContext, Intent, Period, TransactionFilter, Utterance } from '../intent.ts';

/**
 * Formats an intent in one line: its kind and slots, with names for the customer's products, days for
 * periods, and assumptions by slot.
 */
export function told(meaning: Intent, known: CustomerContext): string {
  if (meaning.kind === 'beyond') return `beyond ${meaning.reason}`;
  if (meaning.kind === 'missing')
    return [`missing ${meaning.of} ${meaning.slot}`, meaning.choices.map(({ label }) => label).join(' / ')]
      .filter((part) => part !== '')
      .join(': ');
  const { kind, assumed, ...slots } = meaning;
  const told = Object.entries(slots).flatMap(([name, value]) => slotTold(name, value, known));
  const slotsAssumed = assumed.length > 0 ? [`(${assumed.map(({ slot }) => slot).join(' ')})`] : [];
  return [kind, ...told, ...slotsAssumed].join(' ');
}

function slotTold(name: string, value: unknown, known: CustomerContext): string[] {
  if (value === null || value === undefined) return [];
  if (name === 'filter') return filterTold(value as TransactionFilter, known);
  if (name === 'period') return [periodTold(value as Period)];
  if (name === 'compare') return [`against ${periodTold(value as Period)}`];
  if (name === 'decisions') return (value as readonly Decision[]).map((one) => decisionTold(one, known));
  if (name === 'amount' && typeof value === 'object') return [saidTold(value as Utterance)];
  if (Array.isArray(value)) return value.map((one) => thingTold(one, known));
  if (typeof value === 'object') return [`${name}=${thingTold(value, known)}`];
  return [`${name}=${String(value)}`];
}

function filterTold(filter: TransactionFilter, known: CustomerContext): string[] {
  const { categories, merchant, contact, tag, words, places, bounds, period } = filter;
  const parts = [
    ...categories.map((category) => category.name),
    merchant && `at ${merchant}`,
    contact && `with ${contact.name}`,
    tag && `#${tag}`,
    words && `\u201c${words}\u201d`,
    ...places.map((place) => `on ${thingTold(place, known)}`),
    bounds &&
      Object.entries(bounds)
        .map(([side, amount]) => `${side} ${amount}`)
        .join(' '),
    period && periodTold(period),
  ].filter((part) => part !== null && part !== '');
  return parts.length > 0 ? [`[${parts.join(', ')}]`] : [];
}

const periodTold = ({ from, to }: Period) => `${from ?? ''}..${to ?? ''}`;

function saidTold(said: Utterance): string {
  if (said.is === 'exact') return `${said.amount}${said.currency ? ` ${said.currency}` : ''}`;
  return said.is === 'share' ? `share ${said.share}` : said.is;
}

function thingTold(value: unknown, known: CustomerContext): string {
  const thing = value as { id?: string; name?: string; is?: string };
  if (thing.name) return thing.name;
  if (thing.id) return getName(thing.id, known);
  return Object.values(thing)
    .filter((one) => one !== null)
    .map((one) => (typeof one === 'object' ? thingTold(one, known) : String(one)))
    .join(' ');
}

function getName(id: string, known: CustomerContext): string {
  const all = [
    known.accounts,
    known.cards,
    known.loans,
    known.mortgages,
    known.scheduledPayments,
    known.autoDeposits,
  ];
  return all.flat().find((one) => one.id === id)?.name ?? id;
}

const IDS = new Set(['debtId', 'accountId', 'ruleId', 'from', 'to']);

function decisionTold({ id: _, on, kind, ...rest }: Decision, known: CustomerContext): string {
  const slots = Object.entries(rest).map(([name, value]) =>
    IDS.has(name) ? `${name}=${getName(String(value), known)}` : `${name}=${String(value)}`,
  );
  return [kind, dayText(on), ...slots].join(' ');
}
