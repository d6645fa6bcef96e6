import { joinNames } from '../../engine/insights/join-names.ts';
import type { Named, Utterance } from '../intent.ts';
import { defineIntent } from '../parser/define-intent.ts';
import { type MatchedSpans, type NameMatch, toNamed } from '../parser/matched-spans.ts';
import {
  askAmount,
  chooseAccount,
  formatAmount,
  formatUsualPayer,
  getCurrency,
  getOnlySavings,
  getUsualPayer,
  isDestination,
  isSource,
  matchAmount,
} from './money-slots.ts';

const MOVES = 'transfer send put deposit save take';

const BUYS =
  /^\s*(?:please |can you |could you |i want to |i'd like to |i would like to |i need to )*(?:buy|get)(?: me)?\b/i;

/** Matches "Buy 200 euros", "buy £50 from savings". Exactly this amount arrives. */
export const buyCurrency = defineIntent({
  isAction: true,
  unless: 'whatif if autodeposit howto afford rate',
  matches: (spans) => {
    const [item, other] = spans.unmatched('amount');
    const currency = item?.value.currency ?? null;
    const { baseCurrency } = spans.customer;
    return spans.matches(BUYS) && !other && currency !== null && currency !== baseCurrency;
  },
  optional: 'buy money',
  optionalPattern: /^(?:get|me|with|worth)$/,
  build: (spans) => {
    const accounts = spans.matchNames(['account']);
    const source = accounts.find(({ item }) => !isDestination(item));
    const named = accounts.find((match) => match !== source);
    const amount = matchAmount(spans, 'transfer', 'A purchase of currency');
    if (amount?.is !== 'exact' || amount.currency === null || accounts.length > 2) return null;
    const { currency } = amount;
    const owned = spans.customer.accounts.filter((account) => account.currency === currency);
    const [only, another] = owned;
    const understood = `A purchase of ${formatAmount(amount)}`;
    if (!only)
      return spans.refuse(
        'no_such_product',
        `You need an account in ${currency} to buy ${currency}. Open one first.`,
        ['What accounts do I have?'],
      );
    const to = named ? chooseAccount(spans, named, { slot: 'to', currency, except: null }) : toNamed(only);
    if (!to || (!named && another))
      return spans.ask('transfer', 'to', 'To which account?', understood, owned, 'to *');
    const { baseCurrency } = spans.customer;
    const from = source
      ? chooseAccount(spans, source, { slot: 'from', currency: undefined, except: to })
      : getUsualPayer(spans, baseCurrency, to);
    const payers = spans.customer.accounts.filter((account) => account.currency !== currency);
    if (!from) return spans.ask('transfer', 'from', 'From which account?', understood, payers, 'from *');
    if (!source) spans.assume('from', formatUsualPayer(spans, from));
    return { kind: 'transfer', from, to, amount, fixedSide: 'target' } as const;
  },
});

/** Matches "Transfer 200 from checking to savings", "put half of it in savings". */
export const transfer = defineIntent({
  isAction: true,
  when: `${MOVES} convert schedule`,
  unless: 'whatif if autodeposit howto',
  // "Swap 120 euros into checking" names an account, but "swap 120 euros" asks for the rate.
  matches: (spans) =>
    spans.has('schedule') && !spans.has(MOVES)
      ? spans.matches(ADDS) && spans.mentions('account', isDestination)
      : spans.has(MOVES) || spans.mentions('account', isDestination),
  optional: 'money extra make from_amount convert',
  build: (spans) => {
    const accounts = spans.matchNames(['account']);
    const source = accounts.find(({ item }) => isSource(item)) ?? null;
    const others = accounts.filter((match) => match !== source);
    // In "take half of what is in savings and bring it to checking", only "to" names the destination.
    const target =
      others.find(({ item }) => /^(?:to|into|onto)$/.test(item.preposition ?? '')) ??
      others.find(({ item }) => isDestination(item)) ??
      null;
    const [bare, another] = accounts.filter((match) => match !== source && match !== target);
    if (another || (bare && source && target)) return null;
    // "Save 200 into savings" names an account, but "how much did I save" does not.
    const verb = spans.matchFirst(MOVES);
    if (spans.matches(ADDS)) spans.match('schedule');
    if (verb === 'save' && accounts.length === 0 && SAVE_REQUEST.test(spans.text)) {
      const to = getOnlySavings(spans);
      const amount = to && matchAmount(spans, 'transfer', 'A transfer');
      const from = to && getUsualPayer(spans, spans.customer.baseCurrency, to);
      if (!to || !from || amount?.is !== 'exact') return null;
      spans.assume('from', formatUsualPayer(spans, from));
      return { kind: 'transfer', from, to, amount };
    }
    if ((verb === 'save' && accounts.length === 0) || (verb === 'deposit' && !source)) return null;
    const amount = matchAmount(spans, 'transfer', 'A transfer');
    if (spans.has('convert')) for (const item of spans.unmatched('currency')) spans.matchItem(item);
    if (!amount && accounts.length === 0 && !spans.matches(/transfer|move|send/i)) return null;
    const [currency] = spans.unmatched('currency');
    const inCurrency = spans.customer.accounts.filter((account) => account.currency === currency?.code);
    const [holder, other] = inCurrency;
    // "Move all my euros to checking" moves the balance of the only euro account.
    if (currency && holder && !other && !source && amount?.is === 'share') {
      spans.matchItem(currency);
      const match = target ?? bare ?? null;
      const to = match && chooseAccount(spans, match, { slot: 'to', currency: undefined, except: holder });
      return to && to.id !== holder.id
        ? ({ kind: 'transfer', from: toNamed(holder), to, amount } as const)
        : null;
    }
    if (bare && !source && !target) return askDirection(spans, bare, amount);
    return transferBetween(spans, source ?? (target && bare) ?? null, target ?? bare ?? null, amount);
  },
});

const ADDS = /^\s*(?:please |can you |could you )*add\b/i;

const SAVE_REQUEST =
  /^\s*(?:please |can you |could you |let's |i want to |i wanna )*(?:stash|save|set aside|put away|put aside|sock away|tuck away)\b/i;

function transferBetween(
  spans: MatchedSpans,
  source: NameMatch | null,
  target: NameMatch | null,
  amount: Utterance | null,
) {
  const choose = (match: NameMatch | null, slot: string, except: Named | null) => {
    const stated = amount?.is === 'exact' ? amount.currency : null;
    const currency = stated ?? getCurrency(spans, except?.id);
    return match && chooseAccount(spans, match, { slot, currency, except });
  };
  const getOnly = (match: NameMatch | null) => (match?.refs.length === 1 ? (match.refs[0] ?? null) : null);
  const from = choose(source, 'from', getOnly(target));
  const to = choose(target, 'to', getOnly(source));
  const understood = `A transfer${amount ? ` of ${formatAmount(amount)}` : ''}${to ? ` to ${to.name}` : ''}${from ? ` from ${from.name}` : ''}`;
  if (source && !from) return spans.askMeaning('transfer', 'from', source, 'account');
  if (target && !to) return spans.askMeaning('transfer', 'to', target, 'account');
  if (from && from.id === to?.id)
    return spans.refuse(
      'no_such_product',
      `You can't transfer money from ${from.name} to the same account. Choose two different accounts.`,
      [`Transfer from ${from.name}`],
    );
  const others = spans.customer.accounts.filter(({ id }) => id !== (from ?? to)?.id);
  const statedCurrency = amount?.is === 'exact' ? amount.currency : null;
  // "Put back 60 from savings" goes to the account that is usually paid from.
  const isSaved = spans.customer.accounts.some(({ id, type }) => id === from?.id && type === 'SAVINGS');
  const isTaken = isSaved && spans.matches(/\bback\b|^\s*(?:please )?take\b/i);
  const usual = !to && from && isTaken ? getUsualPayer(spans, getCurrency(spans, from.id) ?? '', from) : null;
  if (usual && from && amount) {
    spans.assume('to', `to ${formatUsualPayer(spans, usual).replace(/^from /, '')}`);
    return { kind: 'transfer', from, to: usual, amount } as const;
  }
  if (!to) return spans.ask('transfer', 'to', 'To which account?', understood, others, 'to *');
  const payer = from ?? getUsualPayer(spans, statedCurrency ?? getCurrency(spans, to.id) ?? '', to);
  if (!payer) return spans.ask('transfer', 'from', 'From which account?', understood, others, 'from *');
  if (!amount) return askAmount(spans, 'transfer', understood);
  if (!from) spans.assume('from', formatUsualPayer(spans, payer));
  return { kind: 'transfer', from: payer, to, amount } as const;
}

function askDirection(spans: MatchedSpans, { item, refs }: NameMatch, amount: Utterance | null) {
  const names = refs.slice(0, 2).map(({ name }) => name);
  const options = names.flatMap((name) =>
    ['To', 'From'].map((side) => ({ label: `${side} ${name}`, ask: `${side.toLowerCase()} ${name}` })),
  );
  return spans.ask(
    'transfer',
    'to',
    `Do you want to transfer money to or from ${joinNames(names, 'or')}?`,
    `A transfer${amount ? ` of ${formatAmount(amount)}` : ''}`,
    options,
    item,
  );
}
