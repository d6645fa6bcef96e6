import { formatPlain } from '../../engine/money/amount-text.ts';
import type { Missing, Named, Utterance } from '../intent.ts';
import type { MatchedSpans, NameMatch } from '../parser/matched-spans.ts';
import { isConcept, toNamed } from '../parser/matched-spans.ts';
import type { Item } from '../parser/parsed-message.ts';

const SOURCES = new Set(['from', 'out of', 'using', 'with', 'via', 'off']);
const DESTINATIONS = new Set(['to', 'into', 'onto', 'in', 'on', 'towards', 'toward', 'for', 'against']);

export const isSource = ({ preposition }: Item) => preposition !== null && SOURCES.has(preposition);
export const isDestination = ({ preposition }: Item) => preposition !== null && DESTINATIONS.has(preposition);

/**
 * Matches an action's amount, which can be an exact value or a share. If the amount is ambiguous, asks which
 * value is meant. Returns null if no amount is stated.
 */
export function matchAmount(spans: MatchedSpans, of: Missing['of'], understood: string): Utterance | null {
  const [percent] = spans.unmatched('percent');
  if (percent && percent.percent > 0 && percent.percent <= 100) {
    spans.matchItem(percent);
    return { is: 'share', share: percent.percent / 100 };
  }
  const share = spans.matchKind('share')?.share ?? (spans.match('all') ? 1 : null);
  if (share !== null) {
    spans.match('balance money owe');
    const [kept] = spans.unmatched('amount');
    // "Everything except 500" keeps 500 in the account.
    if (share === 1 && kept?.value.alternative === null && isConcept(spans.items[kept.at - 1], 'except')) {
      spans.matchItem(kept);
      spans.match('except');
      return { is: 'rest', keep: kept.value.amount };
    }
    return { is: 'share', share };
  }
  const item = spans.matchKind('amount');
  if (!item) return null;
  const { amount, currency, alternative } = item.value;
  const quoted = `\u201c${item.raw}\u201d`;
  if (alternative !== null) {
    const [first, second] = [formatPlain(amount), formatPlain(alternative)];
    return spans.ask(
      of,
      'amount',
      `Does ${quoted} mean ${first} or ${second}?`,
      understood,
      [first, second],
      item,
    );
  }
  if (/\d,\d{1,2}\D*$/.test(item.raw)) spans.assume('amount', `${quoted} is ${formatPlain(amount)}`);
  return { is: 'exact', amount, currency };
}

export function formatAmount(amount: Utterance): string {
  if (amount.is === 'exact') return formatPlain(amount.amount);
  if (amount.is === 'share')
    return amount.share === 1 ? 'everything' : amount.share === 0.5 ? 'half' : 'a part';
  if (amount.is === 'rest') return `everything except ${formatPlain(amount.keep)}`;
  return amount.is === 'minimum' ? 'the minimum payment' : 'the statement balance';
}

/** Formats a phrase like "A payment of 20.00 to Maya Patel". */
export const formatMovement = (noun: string, amount: Utterance | null, to: string) =>
  `${noun}${amount ? ` of ${formatAmount(amount)}` : ''} to ${to}`;

export const askAmount = (spans: MatchedSpans, of: Missing['of'], understood: string) =>
  spans.ask(of, 'amount', 'How much?', understood);

/**
 * Returns the only checking account in a currency. Among several, returns the one that receives the paycheck.
 * Returns null if there is no such account.
 */
export function getUsualPayer({ customer }: MatchedSpans, currency: string, except?: Named): Named | null {
  const payers = customer.accounts.filter(
    (account) => account.type === 'CHECKING' && account.currency === currency && account.id !== except?.id,
  );
  const paid = new Set(customer.autoDeposits.filter(({ isPay }) => isPay).map(({ accountId }) => accountId));
  const [only, another] = payers.length > 1 ? payers.filter(({ id }) => paid.has(id)) : payers;
  return only && !another ? toNamed(only) : null;
}

/** Returns the only savings account in the base currency, and assumes it as the target; null if there are several. */
export function getOnlySavings(spans: MatchedSpans): Named | null {
  const { accounts, baseCurrency } = spans.customer;
  const [only, another] = accounts.filter(
    ({ type, currency }) => type === 'SAVINGS' && currency === baseCurrency,
  );
  if (!only || another) return null;
  spans.assume('to', `to ${only.name} (your only savings account)`);
  return toNamed(only);
}

/** Describes why an account pays: it is the only one, or the one that receives the paycheck. */
export function formatUsualPayer({ customer }: MatchedSpans, { id, name }: Named): string {
  const { currency } = customer.accounts.find((account) => account.id === id) ?? {};
  const isOnly =
    customer.accounts.filter((account) => account.type === 'CHECKING' && account.currency === currency)
      .length === 1;
  return `from ${name} (${isOnly ? 'your only checking account in that currency' : 'where your paycheck arrives'})`;
}

/**
 * Returns the only account that a name can refer to. If the name is ambiguous, excludes the account on the
 * other side of the transfer, then picks the only account in the currency.
 */
export function chooseAccount(
  spans: MatchedSpans,
  { refs }: NameMatch,
  {
    slot,
    currency,
    except,
    lead = '',
  }: { slot: string; currency: string | undefined; except?: Named | null; lead?: string },
): Named | null {
  const left = refs.length > 1 ? refs.filter(({ id }) => id !== except?.id) : refs;
  const [only] = left;
  if (left.length === 1 && only) return toNamed(only);
  const inCurrency = left.filter(({ id }) => getCurrency(spans, id) === currency);
  const [match] = inCurrency;
  if (inCurrency.length !== 1 || !match) return null;
  spans.assume(slot, `${lead}${match.name} (your ${currency} account)`);
  return toNamed(match);
}

/** Returns the currency of an account, card, or debt by its id. */
export function getCurrency({ customer }: MatchedSpans, id: string | undefined): string | undefined {
  const { accounts, cards, loans, mortgages } = customer;
  return [...accounts, ...cards, ...loans, ...mortgages].find((product) => product.id === id)?.currency;
}

/**
 * Matches the account after "from" or "using", or assumes the usual account. If there is no usual account,
 * asks which account to use.
 */
export function matchPayer(
  spans: MatchedSpans,
  of: 'pay_card' | 'pay_debt' | 'pay_person' | 'schedule',
  paid: string | null | undefined,
): Named | null {
  const currency = paid ?? spans.customer.baseCurrency;
  const [match] = spans.matchNames(['account'], isSource);
  if (match)
    return (
      chooseAccount(spans, match, { slot: 'from', currency, lead: 'from ' }) ??
      spans.askMeaning(of, 'from', match)
    );
  const usual = getUsualPayer(spans, currency);
  if (usual) spans.assume('from', formatUsualPayer(spans, usual));
  return usual;
}

export const askPayer = (spans: MatchedSpans, of: Missing['of'], understood: string) =>
  spans.ask(of, 'from', 'From which account?', understood, spans.customer.accounts, 'from *');
