import { dayText, parseDay } from '../../engine/calendar/calendar.ts';
import { formatTextDate } from '../../engine/calendar/format-date.ts';
import type { Assumed, CustomerContext, Intent, Place, ShownAmount, Turn } from '../intent.ts';
import { matchIntents, matchText } from './match-intents.ts';
import { getStrongest } from './matched-spans.ts';
import { findPayment, type Ref } from './names.ts';
import { getItems, type Item, type NameItem, type ParsedMessage, parseMessage } from './parsed-message.ts';
import { cleanText } from './text.ts';

/**
 * Reads questions that compare money with what it has to cover: "will I have enough for the mortgage on the 1st",
 * "what's left after rent", "could my savings pay off the car". Each uses the records that the message names.
 */

const FIGURES = new Set<Item['is']>(['amount', 'percent', 'frequency', 'duration', 'share']);

const hasFigure = ({ items }: ParsedMessage) => items.some(({ is }) => FIGURES.has(is) || is === 'currency');

const getRefs = (item: NameItem, kinds: readonly Ref['is'][]) =>
  item.refs.filter(({ is }) => kinds.includes(is));

/** Returns the checking account in the base currency with the highest balance. */
const getChecking = ({ accounts, baseCurrency }: CustomerContext) =>
  accounts
    .filter(({ type, currency }) => type === 'CHECKING' && currency === baseCurrency)
    .toSorted((left, right) => right.balance - left.balance)[0];

const ASKS_ENOUGH =
  /\b(?:will|do|would|can|could|does|should|am|is)\b.*\b(?:(?:have|got|be|there|money)\b.{0,12}\benough|able to (?:pay|cover|make|afford|swing)|(?:still )?(?:cover|make|afford|swing|handle|pay)\b|short (?:for|on))\b/i;
const ISNT_ENOUGH =
  /\b(?:how|which|when|where|why|did|if|off|extra|more|less|early|autopay|minimum|instead|person|contact|save|goal|loan for|apply|buy|get an?|afford an?|an? (?:car|loan|house|home|mortgage)|all (?:of )?my|everything|bills)\b/i;

/**
 * Reads "will I have enough for rent on the first" as the lowest balance until the payment is due. Returns null for
 * other messages.
 */
export function readAsCovered(message: ParsedMessage): Intent | null {
  const { text, customer } = message;
  if (!ASKS_ENOUGH.test(text) || ISNT_ENOUGH.test(text) || hasFigure(message)) return null;
  const names = getItems(message, 'name').filter((item) => getRefs(item, ['account']).length === 0);
  const [name, another] = names;
  if (!name || another) return null;
  const payment = findPayment(customer, name.refs);
  const [debt, other] = getStrongest(name.refs).filter(({ is }) => is === 'loan' || is === 'mortgage');
  const due = payment ?? (debt && !other ? debt : null);
  if (!due) return null;
  const time = message.items.find((item) => item.is === 'time');
  const stated = time?.is === 'time' ? time.time.future.to : null;
  // The due dates of loans aren't known here, so their next installment is assumed to be within a month.
  const next = payment?.nextDay ? parseDay(payment.nextDay) : null;
  const on = stated ?? next ?? message.today + 30;
  if (on < message.today) return null;
  const day = dayText(on);
  const assumed: Assumed[] = stated
    ? []
    : [
        {
          slot: 'on',
          text: next
            ? `until ${due.name} is due, ${formatTextDate(day, customer.today)}`
            : 'the next 30 days, which include the next installment',
        },
      ];
  const place: Place | null = payment ? { is: 'account', id: payment.accountId } : null;
  return { kind: 'forecast', on: day, place, ask: 'lowest', assumed };
}

/** Returns what a name costs once: a scheduled payment, or everything owed on a card or debt. */
function getOwed(item: NameItem, customer: CustomerContext): readonly ShownAmount[] | null {
  const payment = findPayment(customer, item.refs);
  if (payment && payment.amount !== null)
    return [{ label: payment.name, amount: payment.amount, currency: customer.baseCurrency }];
  const refs = getStrongest(item.refs).filter(({ is }) => is === 'card');
  if (refs.length !== 1 && !item.isPlural) return null;
  const cards = customer.cards.filter(({ id }) => refs.some((ref) => ref.id === id));
  return cards.length > 0
    ? cards.map(({ name, balance, currency }) => ({ label: name, amount: balance, currency }))
    : null;
}

const ASKS_LEFT =
  /^(?:so |and |ok |hey )*(?:what|how much|what'?s|whats)\b.*\b(?:left|remain(?:s|ing)?|have)\b.*\b(?:after|once|when|if|minus|without)\b|^(?:what'?s|whats) left after\b/i;
const ISNT_LEFT =
  /\b(?:budget|goal|mortgage|loan|on|owe|owed|spent|spend|payday|paycheck|month|months|interest)\b|\bleft (?:to pay|on)\b/i;

/** Reads "what's left after rent" as the balance of checking minus what the message names. */
export function readAsLeftAfter(message: ParsedMessage): Intent | null {
  const { text, customer } = message;
  if (!ASKS_LEFT.test(text) || ISNT_LEFT.test(text) || hasFigure(message)) return null;
  const isOther = ({ is, words }: Item) =>
    is === 'time' || (is === 'word' && !/^(?:after|once|paying|minus)$/.test(words.join(' ')));
  if (message.items.some(isOther)) return null;
  const names = getItems(message, 'name');
  const accounts = names.flatMap((item) => (item.generic === 'account' ? [] : getRefs(item, ['account'])));
  const owed = names
    .filter((item) => getRefs(item, ['account']).length === 0)
    .map((item) => getOwed(item, customer));
  const [named, another] = new Set(accounts.map(({ id }) => id));
  const account = named ? customer.accounts.find(({ id }) => id === named) : getChecking(customer);
  const amounts = owed.flatMap((item) => item ?? []);
  if (!account || another || owed.length === 0 || owed.includes(null)) return null;
  if (amounts.some(({ currency }) => currency !== account.currency)) return null;
  const terms = [
    { label: account.name, amount: account.balance, currency: account.currency },
    ...amounts,
  ] as const;
  return { kind: 'calculate', of: { is: 'shown', operator: '-', terms }, assumed: [] };
}

const PAYS_OFF =
  /\b(?:pay(?:ing)? (?:\S+ ){0,3}?off|clear|wipe (?:\S+ ){0,3}?out|kill|get rid of|knock (?:\S+ ){0,3}?out|settle|cover|pay down)\b/i;
const WITH_SAVINGS = /\b(?:savings|saved|saving)\b/i;

/**
 * Reads "could I pay the car off with my savings, should I" as what would be left of the savings, and which of the two
 * rates is higher. Nothing is paid.
 */
export function readAsSavingsAgainstDebt(message: ParsedMessage): Intent | null {
  const { text, customer } = message;
  if (!PAYS_OFF.test(text) || !WITH_SAVINGS.test(text) || hasFigure(message)) return null;
  if (!/\?|\b(?:can|could|should|would|is it|good idea|smart|wise|worth|enough|do i)\b/i.test(text))
    return null;
  if (/^\s*(?:how|when|did|why|what if)\b|\bor (?:keep|save|put)\b|\bor savings?\b/i.test(text)) return null;
  const names = getItems(message, 'name');
  const debts = new Map(
    names
      .flatMap((item) => getStrongest(item.refs))
      .filter(({ is }) => is === 'card' || is === 'loan' || is === 'mortgage')
      .map((ref) => [ref.id, ref]),
  );
  const [ref, another] = [...debts.values()];
  const product = [...customer.cards, ...customer.loans, ...customer.mortgages].find(
    ({ id }) => id === ref?.id,
  );
  const [savings, other] = customer.accounts.filter(
    ({ type, currency }) => type === 'SAVINGS' && currency === product?.currency,
  );
  if (!product || another || !savings || other) return null;
  const terms = [savings, product].map(({ name, balance, currency }) => ({
    label: name,
    amount: balance,
    currency,
  }));
  const question = matchIntents(parseMessage('should i pay off debt or save', customer));
  const left = { kind: 'calculate', of: { is: 'shown', operator: '-', terms }, assumed: [] } as const;
  if (!question || question.kind === 'missing' || question.kind === 'beyond') return left;
  return { kind: 'several', questions: [left, question], assumed: [] } as Intent;
}

const ASKS_TOTAL =
  /\b(?:how much|total|all (?:of )?my|altogether|all together|together|add(?:ed)? up|in total|what do i have)\b/i;
const LEAVES_OUT =
  /\b(?:not (?:counting|including)|without|except(?: for)?|excluding|leaving out|minus|apart from|other than|besides)\b(.*)$/i;

/** Reads "how much money do I have, not counting the investments" as the total of the other accounts. */
export function readAsPartialTotal(message: ParsedMessage): Intent | null {
  const { text, customer } = message;
  const [start, rest] = [text.slice(0, text.search(LEAVES_OUT)), LEAVES_OUT.exec(text)?.[1] ?? ''];
  if (!rest || !ASKS_TOTAL.test(start) || !/\b(?:money|cash|have|accounts?|balances?)\b/i.test(start))
    return null;
  if (/\b(?:spen[dt]\w*|owe|debts?|earn\w*|income|net worth|pay|paid|bills?|save[d]?)\b/i.test(text))
    return null;
  const left = parseMessage(cleanText(rest), customer);
  const isInvested = /\binvest\w*|\bfunds?\b|\bstocks?\b|\bportfolio\b/i.test(rest);
  const ids = new Set(
    getItems(left, 'name').flatMap((item) => getRefs(item, ['account']).map(({ id }) => id)),
  );
  const currencies = new Set(left.items.flatMap((item) => (item.is === 'currency' ? [item.code] : [])));
  const counted = customer.accounts.filter(
    ({ id, type, currency }) =>
      !ids.has(id) && !currencies.has(currency) && !(isInvested && type === 'INVESTMENT'),
  );
  if (counted.length === customer.accounts.length || counted.length === 0) return null;
  const isStated = left.items.some(({ is }) => FIGURES.has(is));
  if (isStated || getItems(left, 'name').some((item) => getRefs(item, ['account']).length === 0)) return null;
  const products = counted.map(({ id }): Place => ({ is: 'account', id }));
  return { kind: 'balance', of: { is: 'products', products }, on: null, assumed: [] };
}

/**
 * Reads "what did I have in checking at the start of the month and what do I have now" as the change of the balance
 * since that day.
 */
export function readAsThenAndNow({ text, customer }: ParsedMessage): Intent | null {
  const [, then] =
    /^(.+?)[\s,]+(?:and|vs\.?|versus|compared (?:to|with))\s+(?:(?:what|how much) (?:do|did) (?:i|we) have |what(?:'s|s| is) (?:it|there|in (?:it|there)) |(?:what|how much) is (?:it|there|in (?:it|there)) )?(?:right )?(?:now|today|currently|at the moment)[\s?.!]*$/i.exec(
      text,
    ) ?? [];
  if (!then) return null;
  const intent = [then, `balance of ${then}`]
    .map((question) => matchText(question, customer))
    .find((meaning) => meaning?.kind === 'balance');
  if (intent?.kind !== 'balance' || !intent.on || intent.on >= customer.today) return null;
  return { ...intent, on: null, since: intent.on };
}

const MISSES_PAY =
  /\b(?:miss(?:es|ed|ing)?|skip(?:s|ped|ping)?|lose|lost|losing|(?:don(?:'|\u2019)?t|do not|didn(?:'|\u2019)?t) (?:get|receive|pay me)|without|short)\b.{0,20}\b(?:(?:a|one|1|my|the|this|next|single|of my|of the)\s+)+(?:pay ?checks?|pay ?days?|pay ?slip|salary payment)\b/i;
const ASKS_EFFECT =
  /\b(?:what (?:if|happens|would|will)|if|suppose|can i|could i|would i|will i|how (?:bad|would|will))\b/i;

/** Reads "what if I miss one paycheck" as whether the account can spare its amount on the next payday. */
export function readAsMissedPay(message: ParsedMessage): Intent | null {
  const { text, customer, payday } = message;
  if (!MISSES_PAY.test(text) || !ASKS_EFFECT.test(text) || hasFigure(message)) return null;
  if (/\b(?:did|have i|was|when|how many|job)\b/i.test(text)) return null;
  const [pay, another] = customer.autoDeposits.filter(({ isPay }) => isPay);
  if (!pay || another || payday === null || payday <= message.today) return null;
  return {
    kind: 'afford',
    name: 'the missed paycheck',
    amount: pay.amount,
    currency: null,
    on: dayText(payday),
    place: { is: 'account', id: pay.accountId },
    assumed: [{ slot: 'amount', text: `a missed ${pay.name} counts like a cost of the same amount` }],
  };
}

const STILL_PAYS =
  /^\s*(?:(?:and|so|but|ok|then)[\s,]+)*(?:would|will|can|could|do) (?:i|we) (?:\w+ )?(?:still )?(?:make|pay|cover|afford|have enough|be ok|be okay|be fine)\b/i;

/** Repeats the check of an expense for "would I still make rent". Its lowest balance includes the bills. */
export function repeatCheck({ text, items }: ParsedMessage, before: readonly Turn[]): Intent | null {
  const last = before.at(-1)?.meaning;
  const isOther = items.some(({ is }) => is === 'amount' || is === 'time');
  return last?.kind === 'afford' && STILL_PAYS.test(text) && !isOther && /\bstill\b/i.test(text)
    ? last
    : null;
}
