import { POLICY_NAMES } from '../../../engine/insurance/policies.ts';
import { getPolicyOptions, type PolicyKind } from '../../../engine/insurance/terms.ts';
import { formatPlain } from '../../../engine/money/amount-text.ts';
import { fromMinor, markMinor, toMinor } from '../../../engine/money/minor.ts';
import { defineDecision, slot } from '../../parser/define-intent.ts';
import type { MatchedSpans } from '../../parser/matched-spans.ts';
import { assumeAccount } from './what-if-slots.ts';

/** The names of each kind of insurance, most specific first. */
const KINDS: readonly [PolicyKind, RegExp][] = [
  ['renters', /\brenter'?s?'?\b/i],
  ['health', /\b(?:health|medical)\b/i],
  ['car', /\b(?:car|auto)\b/i],
  ['home', /\b(?:home|homeowners?'?|house)\b/i],
];
const KIND_WORDS = "renter'?s?'?|health|medical|car|auto|home|homeowners?'?|house";
/** Returns the pattern for one of the words, given as alternatives, or a word for a kind of insurance. */
const anyWord = (words: string) => new RegExp(`^(?:${KIND_WORDS}|${words})$`, 'i');
const WORDS = anyWord('insurance|policy|policies|coverage|deductible');

const findKind = ({ text }: MatchedSpans) => KINDS.find(([, pattern]) => pattern.test(text))?.[0];

const getName = (kind: PolicyKind) => POLICY_NAMES[kind].toLowerCase();
const format = (minor: number) => formatPlain(fromMinor(markMinor(minor)));

/** Matches other names that the words for a kind of insurance also mean, such as a car loan. */
const matchOtherNames = (spans: MatchedSpans) =>
  spans.matchNames(['loan', 'mortgage', 'category', 'payment'], ({ raw }) =>
    raw.split(' ').every((word) => WORDS.test(word)),
  );

/** Matches "Raise my car deductible to 1,000". */
export const coverageChange = defineDecision({
  matches: (spans) => spans.matches(/\bdeductible\b/i) && findKind(spans) !== undefined,
  optional: 'raise lower have insurance pay above make',
  optionalPattern: anyWord(
    'raise|raised|lower|lowered|increase|change|changed|choose|chose|double|doubled|switch|to|a|have|had|higher|lower|insurance|deductible',
  ),
  slots: { amount: slot.amount },
  build: (spans, { amount }) => {
    const insurance = findKind(spans);
    if (!insurance) return null;
    matchOtherNames(spans);
    const options = getPolicyOptions(insurance);
    const deductible = amount ? toMinor(amount.value.amount) : null;
    if (!options.some((option) => option.deductible === deductible) || deductible === null)
      return spans.ask(
        'what_if',
        'deductible',
        'Which deductible?',
        `Another deductible for ${getName(insurance)}`,
        options.map((option) => ({
          label: format(option.deductible),
          ask: `What if my ${insurance} insurance deductible were ${format(option.deductible)}?`,
        })),
        null,
      );
    return {
      decision: { kind: 'change_coverage', insurance, deductible },
      name: `${POLICY_NAMES[insurance]} with a ${format(deductible)} deductible`,
    };
  },
});

/** Returns true if a message names a bill other than the bank's policies. */
const isOtherBill = (spans: MatchedSpans) =>
  spans.mentions('payment', ({ refs }) =>
    refs.some(({ is, name }) => is === 'payment' && !Object.values(POLICY_NAMES).includes(name)),
  );

const asksAboutInsurance = (spans: MatchedSpans) =>
  spans.matches(/\binsurance\b/i) && findKind(spans) !== undefined && !isOtherBill(spans);

const CANCEL =
  /\b(?:cancel(?:ed|led)?|drop(?:ped)?|end(?:ed)?|quit|stop(?:ped)? (?:my|the|our)|without|no|got rid of|get rid of)\b/i;

/** Matches "Cancel my car insurance", "go without renters insurance". */
export const insuranceEnd = defineDecision({
  matches: (spans) => asksAboutInsurance(spans) && spans.matches(CANCEL),
  optional: 'stopit no delete not have insurance',
  optionalPattern: anyWord(
    'cancel|canceled|cancelled|drop|dropped|end|ended|quit|stop|stopped|without|go|went|got|get|rid|of|no|have|had|insurance|coverage|policy',
  ),
  build: (spans) => {
    const insurance = findKind(spans);
    if (!insurance || spans.unmatched('amount').length > 0) return null;
    matchOtherNames(spans);
    return { decision: { kind: 'cancel_insurance', insurance }, name: `Cancel ${getName(insurance)}` };
  },
});

/** Matches "Get renters insurance", "buy car insurance with a 1,000 deductible". */
export const newInsurance = defineDecision({
  matches: (spans) =>
    asksAboutInsurance(spans) &&
    spans.matches(/\b(?:get|got|buy|bought|add|added|take out|took out|have|had|sign up)\b/i),
  optional: 'buy purchase have new add insurance',
  optionalPattern: anyWord(
    'get|got|buy|bought|add|added|take|took|out|have|had|sign|signed|up|for|with|a|insurance|coverage|policy',
  ),
  build: (spans) => {
    const insurance = findKind(spans);
    const [usual] = insurance ? getPolicyOptions(insurance) : [];
    if (!insurance || !usual || spans.unmatched('amount').length > 0) return null;
    matchOtherNames(spans);
    const accountId = assumeAccount(spans);
    if (!accountId) return null;
    spans.assume('deductible', `with a deductible of ${format(usual.deductible)}`);
    return {
      decision: { kind: 'add_insurance', insurance, deductible: usual.deductible, accountId },
      name: `Get ${getName(insurance)}`,
    };
  },
});

const DAMAGES = [
  {
    shock: 'collision',
    title: 'A collision',
    pattern:
      /\b(?:collision|car (?:accident|crash)|crash(?:ed)? (?:my|the|our) car|wreck(?:ed)? (?:my|the|our) car)\b/i,
  },
  {
    shock: 'home_damage',
    title: 'Home damage',
    pattern:
      /\bdamages? (?:to )?(?:my|the|our) (?:home|house)\b|\b(?:home|house) (?:damage|floods?|burns?)\b|\b(?:storm|hail|fire|water) damage\b/i,
  },
  {
    shock: 'home_repair',
    title: 'A home repair',
    pattern:
      /\b(?:home|house|roof|furnace|plumbing) repairs?\b|\b(?:furnace|water heater|boiler|dishwasher|roof) (?:breaks?|broke|fails?|leaks?)\b/i,
  },
] as const;

/** Matches "A collision that costs 4,200", "my furnace breaks and costs 3,000". */
export const damage = defineDecision({
  matches: (spans) => DAMAGES.some(({ pattern }) => spans.matches(pattern)),
  optional: 'cost have bill pay make charge',
  optionalPattern:
    /^(?:collision|accident|crash|crashed|wreck|wrecked|car|damages?|home|house|floods?|burns?|storm|hail|fire|water|roof|furnace|plumbing|repairs?|heater|boiler|dishwasher|breaks?|broke|fails?|leaks?|that|of|get|into|down)$/i,
  slots: { amount: slot.amount },
  build: (spans, { amount }) => {
    const found = DAMAGES.find(({ pattern }) => spans.matches(pattern));
    if (!found) return null;
    const { shock, title } = found;
    if (!amount) return spans.ask('what_if', 'amount', 'How much?', title);
    matchOtherNames(spans);
    const size = toMinor(amount.value.amount);
    return {
      decision: { kind: 'shock', shock, size },
      name: `${title} that costs ${formatPlain(amount.value.amount)}`,
    };
  },
});
