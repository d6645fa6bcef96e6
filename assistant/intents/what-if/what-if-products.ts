import { defineDecision, slot } from '../../parser/define-intent.ts';
import { assumeAccount } from './what-if-slots.ts';

const EVERY_TWO_WEEKS = /\bbi-?weekly\b|\bevery (?:two|2|other) weeks?\b|\bevery (?:14|fourteen) days\b/i;

/** Matches "Pay my mortgage every two weeks", "a biweekly plan for the car loan". */
export const biweeklyPlan = defineDecision({
  matches: (spans) =>
    spans.matches(EVERY_TWO_WEEKS) && (spans.mentions('loan') || spans.mentions('mortgage')),
  optional: 'pay payment half schedule put make have',
  optionalPattern: /^(?:bi-?weekly|half|plan|plans|start|switch|go|payments?|on|instead|monthly|of)$/i,
  slots: {
    debt: slot.name(['loan', 'mortgage']),
    every: slot.frequency,
  },
  build: (spans, { debt: match, every }) => {
    const [debt, another] = match?.refs ?? [];
    if (!debt || !match || (every && every.frequency !== 'BIWEEKLY' && every.frequency !== 'MONTHLY'))
      return null;
    // An amount is an extra payment, not half of the installment.
    if (spans.unmatched('amount').length > 0) return null;
    if (another) return spans.ask('what_if', 'debt', 'Which one?', 'Pay a debt every two weeks', match);
    return { decision: { kind: 'biweekly', debtId: debt.id }, name: `Pay ${debt.name} every two weeks` };
  },
});

const PLANS = [
  { plan: 'classic', label: 'Classic', pattern: /\bclassic\b/i },
  { plan: 'goal_saver', label: 'Goal Saver', pattern: /\bgoal saver\b/i },
] as const;

/** Matches "Switch my checking to the Classic plan". */
export const accountPlan = defineDecision({
  matches: (spans) => spans.matches(/\bplan\b/i) && PLANS.some(({ pattern }) => spans.matches(pattern)),
  optional: 'have goal save put make',
  optionalPattern:
    /^(?:switch|switched|change|changed|choose|chose|move|moved|classic|goal|saver|plan|to|use|used|pick|get|got)$/i,
  slots: { account: slot.name(['account'], ({ preposition }) => preposition !== 'to') },
  build: (spans, { account: match }) => {
    const chosen = PLANS.find(({ pattern }) => spans.matches(pattern));
    if (!chosen) return null;
    const { plan, label } = chosen;
    const [account, another] = match?.refs ?? [];
    if (another && match)
      return spans.ask('what_if', 'account', 'Which account?', `The ${label} plan`, match);
    const accountId = account?.id ?? (plan === 'classic' ? assumeAccount(spans) : null);
    if (!accountId) return null;
    return { decision: { kind: 'choose_plan', accountId, plan }, name: `Choose the ${label} plan` };
  },
});

/** Matches "Cash out my 12-Month CD early". */
export const earlyWithdrawal = defineDecision({
  matches: (spans) =>
    spans.matches(/\b(?:cash(?:ed)? (?:out|in)|withdr[ae]wn?|close|closed|break|broke|end|ended)\b/i) &&
    spans.matches(/\bcds?\b|\bcertificate\b/i) &&
    !spans.matches(/\b(?:after|when|once) (?:it|the cd) matures\b/i),
  optional: 'withdraw close early money stopit',
  optionalPattern:
    /^(?:cash|cashed|out|in|withdraw|withdrew|close|closed|break|broke|end|ended|early|now|cd|certificate)$/i,
  slots: { match: slot.name(['account'], ({ preposition }) => preposition !== 'to') },
  build: (spans, { match }) => {
    const certificates = spans.customer.accounts.filter(({ type }) => type === 'CD');
    const named = match?.refs.filter(({ id }) => certificates.some((account) => account.id === id)) ?? [];
    const [certificate, another] = named.length > 0 ? named : certificates;
    if (!certificate || another || spans.unmatched('amount').length > 0) return null;
    const to = assumeAccount(spans);
    if (!to) return null;
    return {
      decision: { kind: 'withdraw_cd', from: certificate.id, to },
      name: `Close ${certificate.name} early`,
    };
  },
});

const PAYMENT_DAY =
  /\b(?:due|payment|pay|paid|day|date)\b.*\b(?:on|to|by) (?:the |day )?(?<date>\d{1,2})(?:st|nd|rd|th)?\b(?! ?(?:%|years?|months?|weeks?|days?))/i;

/** Matches "Move my mortgage payment to the 20th", "if the car loan were due on the 5th". */
export const paymentDay = defineDecision({
  matches: (spans) => PAYMENT_DAY.test(spans.text) && (spans.mentions('loan') || spans.mentions('mortgage')),
  optional: 'pay payment transfer put make have when day due',
  optionalPattern:
    /^(?:move|moved|change|changed|switch|switched|shift|due|day|date|was|were|is|be|to|on|the|of|each|every|month|instead|\d{1,2}(?:st|nd|rd|th)?)$/i,
  slots: { debt: slot.name(['loan', 'mortgage']), every: slot.frequency },
  build: (spans, { debt: match }) => {
    const day = Number(PAYMENT_DAY.exec(spans.text)?.groups?.['date']);
    const [debt, another] = match?.refs ?? [];
    if (!debt || !match) return null;
    if (another) return spans.ask('what_if', 'debt', 'Which one?', 'Another payment day', match);
    if (day < 1 || day > 28) return spans.refuse('period', 'Choose a payment day from 1 to 28.');
    const [time] = spans.unmatched('time');
    if (time) spans.matchItem(time);
    for (const item of spans.unmatched('amount')) spans.matchItem(item);
    return {
      decision: { kind: 'payment_day', debtId: debt.id, day },
      name: `Pay ${debt.name} on day ${day}`,
    };
  },
});
