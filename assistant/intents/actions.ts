import type { Named, Utterance } from '../intent.ts';
import { listed } from '../parser/filter.ts';
import {
  asked,
  best,
  beyond,
  type Draft,
  type MatchedSpans,
  named,
  type Picked,
  type Rule,
} from '../parser/matched-spans.ts';

const FROM = new Set(['from', 'out of', 'using', 'with', 'via', 'off']);
const TO = new Set(['to', 'into', 'onto', 'in', 'on', 'towards', 'toward', 'for', 'against']);

/** Returns the amount of an action: exact, a share, or null if unstated. A draft if it is ambiguous. */
export function parseStatedAmount(
  spans: MatchedSpans,
  of: 'transfer' | 'pay_card' | 'pay_debt' | 'pay_person' | 'schedule' | 'auto_deposit' | 'set_budget',
  understood: string,
): { said: Utterance | null; draft: Draft | null } {
  const [percent] = spans.of('percent');
  if (percent && percent.percent > 0 && percent.percent <= 100) {
    spans.take(percent);
    return { said: { is: 'share', share: percent.percent / 100 }, draft: null };
  }
  const share = spans.one('share') ?? (spans.any('all') ? { share: 1 } : null);
  if (share) {
    spans.any('balance money owe');
    return { said: { is: 'share', share: share.share }, draft: null };
  }
  const item = spans.one('amount');
  if (!item) return { said: null, draft: null };
  const { amount, currency, or } = item.said;
  if (or !== null)
    return {
      said: null,
      draft: spans.ask(
        of,
        'amount',
        `Is \u201c${item.raw}\u201d ${plain(amount)} or ${plain(or)}?`,
        understood,
        spans.choicesFor(item, [{ name: plain(amount) }, { name: plain(or) }]),
      ),
    };
  if (/\d,\d{1,2}\D*$/.test(item.raw)) spans.assume('amount', `\u201c${item.raw}\u201d is ${plain(amount)}`);
  return { said: { is: 'exact', amount, currency }, draft: null };
}

/** Formats `1,500.00`, which is unambiguous with both cents. */
export function plain(amount: number): string {
  const minor = Math.round(amount * 100);
  const whole = String(Math.trunc(minor / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${whole}.${String(Math.abs(minor % 100)).padStart(2, '0')}`;
}

type Side = { account: Named | null; draft: Draft | null };

/** Selects an account among the named ones, or asks. */
export function oneAccount(spans: MatchedSpans, picked: Picked, slot: string, of: 'transfer'): Side {
  const refs = picked.refs;
  const [only] = refs;
  if (refs.length === 1 && only) return { account: named(only), draft: null };
  return {
    account: null,
    draft: spans.askWhich(
      {
        of,
        slot,
        question: `Which account do you mean by \u201c${picked.item.raw}\u201d?`,
        understood: `\u201c${picked.item.raw}\u201d could be ${listed(refs.map(({ name }) => name))}`,
      },
      { item: picked.item, refs },
    ),
  };
}

const isFrom = ({ item }: Picked) => item.prep !== null && FROM.has(item.prep);
const isTo = ({ item }: Picked) => item.prep !== null && TO.has(item.prep);

/** Assigns the accounts of a transfer by their prepositions: "from savings", "to checking". */
export function getSides(spans: MatchedSpans): { from: Picked | null; to: Picked | null; rest: Picked[] } {
  const picked = spans.names(['account', 'goal']).map((one) => ({
    ...one,
    refs: one.refs.some(({ is }) => is === 'account')
      ? one.refs.filter(({ is }) => is === 'account')
      : one.refs,
  }));
  const from = picked.find(isFrom) ?? null;
  const to = picked.find((one) => one !== from && isTo(one)) ?? null;
  return { from, to, rest: picked.filter((one) => one !== from && one !== to) };
}

const MOVES = ['transfer', 'send', 'put', 'deposit', 'save'] as const;

/** "Transfer 200 from checking to savings", "put half of it in savings". */
export const transfer: Rule = (spans) => {
  if (spans.isQuestion) return null;
  if (!spans.has(...MOVES) || spans.has('whatif if autodeposit')) return null;
  const verb = spans.lemma(...MOVES);
  spans.any('money extra make from_amount');
  if (verb && spans.has('howto')) return null;
  const { from, to, rest } = getSides(spans);
  if (rest.length > 1 || (rest.length === 1 && from && to)) return null;
  // "Save 200 into savings" names a side, unlike "how much did I save".
  if (verb?.lemma === 'save' && !from && !to && rest.length === 0) return null;
  if (verb?.lemma === 'deposit' && !from) return null;
  if ([from, to, ...rest].some((one) => one?.refs[0]?.is === 'goal')) return null;
  const { said, draft } = parseStatedAmount(spans, 'transfer', 'A transfer');
  if (draft) return draft;
  if (!said && !from && !to && rest.length === 0 && !spans.text.match(/transfer|move|send/i)) return null;
  const bare = rest[0] ?? null;
  const source = from ?? (to ? bare : null);
  const target = to ?? (from ? bare : null);
  if (bare && !source && !target) return whichSide(spans, bare, said);
  return transferBetween(spans, { source, target, said });
};

function transferBetween(
  spans: MatchedSpans,
  { source, target, said }: { source: Picked | null; target: Picked | null; said: Utterance | null },
): Draft {
  const from = source && oneAccount(spans, source, 'from', 'transfer');
  const to = target && oneAccount(spans, target, 'to', 'transfer');
  const narrowed = narrow(spans, { from, to, source, target, said });
  const [payer, payee] = [narrowed.from, narrowed.to];
  const understood = `A transfer${said ? ` of ${formatStatedAmount(said)}` : ''}${payee ? ` to ${payee.name}` : ''}${payer ? ` from ${payer.name}` : ''}`;
  if (from?.draft && !payer) return from.draft;
  if (to?.draft && !payee) return to.draft;
  if (payer && payee && payer.id === payee.id)
    return beyond(
      'no_such_product',
      `You can't transfer from ${payer.name} to itself. Choose two accounts.`,
      [asked(`Transfer from ${payer.name}`)],
    );
  const others = spans.known.accounts.filter(({ id }) => id !== (payer ?? payee)?.id);
  const asks = { of: 'transfer', understood } as const;
  if (!payee) return spans.askToAdd({ ...asks, slot: 'to', question: 'To which account?' }, others, 'to *');
  const usual = payer ?? usualPayer(spans, payee);
  if (!usual)
    return spans.askToAdd({ ...asks, slot: 'from', question: 'From which account?' }, others, 'from *');
  if (!said) return askAmount(spans, 'transfer', understood);
  if (!payer) spans.assume('from', `from ${usual.name}, the only checking account in its currency`);
  return { kind: 'transfer', from: usual, to: payee, amount: said };
}

type Ends = {
  from: Side | null;
  to: Side | null;
  source: Picked | null;
  target: Picked | null;
  said: Utterance | null;
};

/** "Checking" may match two accounts. Excludes the other side, and prefers the currency of the transfer. */
function narrow(spans: MatchedSpans, { from, to, source, target, said }: Ends) {
  const getCurrency = (id: string | undefined) => spans.known.accounts.find((one) => one.id === id)?.currency;
  const spoken = said?.is === 'exact' ? said.currency : null;
  const without = (picked: Picked | null, other: Named | null, slot: string) => {
    const refs = best(picked?.refs ?? []).filter(({ id }) => id !== other?.id);
    if (refs.length === 1 && refs[0]) return named(refs[0]);
    const currency = spoken ?? getCurrency(other?.id);
    const [only, more] = refs.filter(({ id }) => getCurrency(id) === currency);
    if (!only || more) return null;
    spans.assume(slot, `${only.name}, your ${currency} account`);
    return named(only);
  };
  return {
    from: from?.account ?? (source ? without(source, to?.account ?? null, 'from') : null),
    to: to?.account ?? (target ? without(target, from?.account ?? null, 'to') : null),
  };
}

/** Returns the only checking account in the payment's currency. */
export function usualPayer(spans: MatchedSpans, to: Named, currency?: string): Named | null {
  const { accounts } = spans.known;
  const wanted = currency ?? accounts.find(({ id }) => id === to.id)?.currency;
  const payers = accounts.filter(
    (account) => account.id !== to.id && account.type === 'CHECKING' && account.currency === wanted,
  );
  return payers.length === 1 && payers[0] ? named(payers[0]) : null;
}

export function formatStatedAmount(said: Utterance): string {
  if (said.is === 'exact') return plain(said.amount);
  if (said.is === 'share') return said.share === 1 ? 'everything' : said.share === 0.5 ? 'half' : 'a part';
  return said.is === 'minimum' ? 'the minimum payment' : 'the statement balance';
}

function whichSide(spans: MatchedSpans, bare: Picked, said: Utterance | null): Draft {
  const names = bare.refs.slice(0, 2);
  const { start, end } = bare.item;
  const text = spans.text;
  const put = (words: string) => `${text.slice(0, start)}${words}${text.slice(end)}`;
  return spans.ask(
    'transfer',
    'to',
    `Into or out of ${listed(names.map(({ name }) => name))}?`,
    `A transfer${said ? ` of ${formatStatedAmount(said)}` : ''}`,
    names.flatMap(({ name }) => [
      { label: `To ${name}`, ask: put(`to ${name}`) },
      { label: `From ${name}`, ask: put(`from ${name}`) },
    ]),
  );
}

export function askAmount(
  spans: MatchedSpans,
  of: 'transfer' | 'pay_card' | 'pay_debt' | 'pay_person' | 'schedule' | 'auto_deposit' | 'set_budget',
  understood: string,
): Draft {
  return spans.ask(of, 'amount', 'How much?', understood);
}
