import type { MatchedSpans } from '../../parser/matched-spans.ts';
import type { Item } from '../../parser/parsed-message.ts';
import { PREPOSITIONS, STOP_PHRASES } from '../../parser/vocabulary.ts';
import {
  addUp,
  changePace,
  lowerUtilization,
  payOn,
  scaleAmount,
  subtract,
  subtractFromAccount,
  subtractNamed,
} from './amount-operations.ts';
import {
  askAll,
  askBalance,
  askEffect,
  askExtreme,
  askIncluded,
  askLeft,
  askOptions,
  askTaxed,
  askUsage,
  askWhenDone,
  askWhenReached,
  checkCovers,
  compare,
  continueRanking,
  count,
  explain,
  group,
  judge,
  list,
  repeat,
  showHow,
} from './answer-operations.ts';
import { type Frame, keepAssumptions, type Request } from './frame.ts';
import { askAverage, askFirstStep, askSince } from './step-operations.ts';

/**
 * An operation on the last answer, in a message without a subject of its own: "why so little", "per day". Such a
 * message consists of words that signal the operation, words that only continue a conversation, and the values
 * that the operation takes. The result is a complete question.
 */
type Operation = {
  /** The words that signal the operation. The message needs one of them. */
  signals: RegExp;
  /** Further words that the message can contain. */
  words?: RegExp;
  /** The kinds of values that the message can contain. */
  values?: readonly Item['is'][];
  apply: (frame: Frame, spans: MatchedSpans) => Request | null;
};

/** Words that continue a conversation, and words that refer to the last answer. */
const CONTINUING = new Set(
  `hm hmm oh ah wow whoa damn dang huh eh ok okay so and but then now well wait actually yes yeah sure please really just only even
  more also tho though again exactly again got it's its that's thats what's whats is it he she they them those these this that one ones
  for me us here right like pretty quite kind sort bit little lot way very too still ever anyway seriously honestly guess maybe hold on
  should would could can will do does did be been was were am are has have had if when by to of on in at with the a an my our your i we you
  there some any all both each how much many what which where who about come mean means meant say says tell show give let see know`.split(
    /\s+/,
  ),
);

const isValue = ({ is }: Item) => !['stop', 'preposition', 'word', 'concept'].includes(is);

/** Returns the words of a message without its values, with spelling corrected. */
const getWords = ({ items }: MatchedSpans): string =>
  items
    .filter((item) => !isValue(item))
    .flatMap(({ words }) => words)
    .join(' ');

/** Returns true if a message signals an operation and says nothing else. */
function isSignaled(
  spans: MatchedSpans,
  words: string,
  { signals, words: others, values = [] }: Operation,
): boolean {
  const all = spans.items.flatMap((item) => item.words).join(' ');
  if (!signals.test(words) && !signals.test(all)) return false;
  if (spans.items.some((item) => isValue(item) && !values.includes(item.is))) return false;
  const rest = words.replace(new RegExp(signals.source, 'gi'), ' ').match(/[\p{L}'\u2019]+/gu) ?? [];
  return rest.every(
    (word) =>
      CONTINUING.has(word) || STOP_PHRASES.has(word) || PREPOSITIONS.has(word) || others?.test(word) === true,
  );
}

/** Returns the question that a message without a subject of its own asks about the last answer, if any. */
export function applyOperation(spans: MatchedSpans, frame: Frame): Request | null {
  const words = getWords(spans);
  for (const operation of OPERATIONS) {
    if (!isSignaled(spans, words, operation)) continue;
    const result = spans.attempt(() => operation.apply(frame, spans));
    if (!result && !spans.reply) continue;
    if (result) keepAssumptions(spans, frame, result);
    spans.matchAll();
    return result;
  }
  return null;
}

const OPERATIONS: readonly Operation[] = [
  { signals: /\b(?:left|remains?|remaining)\b/i, words: /^(?:money|budget)$/, apply: askLeft },
  {
    signals: /\b(?:includ(?:e|es|ed|ing)|count(?:s|ed|ing)?|part of (?:that|it|this))\b/i,
    words: /^(?:cds?|certificates?|too|account|card|loan|mortgage)$/,
    values: ['name'],
    apply: askIncluded,
  },
  {
    signals:
      /\b(?:when|how (?:long|soon|fast)) (?:will|does|do|would|is|are) (?:it|that|this|they|the (?:money|payment|transfer))\s+(?:going to )?(?:show(?:s|ing)? up|arrives?|arriving|posts?|posting|get(?:s)? there|go(?:es)? through|clears?|counts?|lands?|be there|take)\b/i,
    words: /^(?:until|till|before|clears?|arrives?|posts?|lands?)$/,
    apply: askWhenDone,
  },
  {
    signals:
      /\b(?:by )?when\b.*\b(?:get|have|reach|afford|there|done|ready)\b|\bhow (?:long|soon)\b|\bby when\b/i,
    words: /^(?:able|should|take|takes|until|till|get|have|reach|afford|there|done|ready)$/,
    apply: askWhenReached,
  },
  {
    signals: /\bmake (?:a |any |much of a |a big )?difference\b|\bhelp (?:much|a lot|at all)\b/i,
    apply: askEffect,
  },
  {
    signals:
      /\b(?:which|what) (?:one |of (?:them|those|these) |thing |factor |step )?(?:should (?:i|we) (?:do |start with |fix |work on )?|do (?:i|we) (?:do |start with |fix |tackle )?|(?:is|are) (?:the )?|matters? |counts? |helps? |comes? |weighs? )(?:the )?(?:first|most|best|biggest|quickest|fastest|easiest|important|next)\b|\bwhere (?:do|should|can) (?:i|we) (?:start|begin)\b|\b(?:first|next|best|easiest|quickest) (?:step|thing|move)\b|\bhow (?:do|can|could|would|should) (?:i|we) (?:get|bring|raise|fix|improve|increase|boost|better|lift|help|push|change|make) (?:it|that|this|them)(?: (?:up|higher|better|down))?\b|\bhelp me (?:fix|with|do|improve|change|raise) (?:it|that|this|them)\b/i,
    words:
      /^(?:first|start|begin|fix|raise|get|improve|boost|matters?|most|important|step|thing|factor|quickest|fastest|easiest|best|change|help|lift|higher|better|lower)$/,
    apply: askFirstStep,
  },
  {
    signals:
      /\baverage (?:bill|trip|visit|purchase|amount|order|meal|ticket|one|each time|price|transaction|per (?:visit|trip|time|meal))\b|\b(?:per|each|a) (?:visit|trip|time|meal|purchase|order)\b/i,
    words:
      /^(?:average|bill|trip|visit|purchase|amount|order|meal|ticket|time|price|transaction|cost|spend|spent|pay)$/,
    apply: askAverage,
  },
  {
    signals: /\bsince when\b|\bwhen did (?:it|that|this) (?:change|start|happen|begin|go (?:up|down))\b/i,
    words: /^(?:since|change|changed|start|started|happen|begin|go|up|down)$/,
    apply: askSince,
  },
  {
    signals: /\b(?:my |the )?(?:options|choices)\b|\bwhat happens (?:then|after(?:wards)?)\b/i,
    apply: askOptions,
  },
  {
    signals:
      /\b(?:use|used|using|watch|need) (?:(?:it|them|the) )*(?:least|most|enough|often|much|a lot)\b|\b(?:least|most) used\b/i,
    apply: askUsage,
  },
  {
    signals:
      /\b(?:cover|afford|handle|enough (?:money )?(?:for|to (?:pay|cover)|in there for)|pay(?: for)?|make) (?:it|that|this|them|those|(?:all (?:of )?)(?:it|them|that|those)|'?em)\b|\bis (?:that|there) enough\b/i,
    words: /^(?:account|alone|money|enough|em|them|cover|pay|make)$/,
    values: ['name', 'share'],
    apply: checkCovers,
  },
  {
    signals:
      /\b(?:before|after|pre|post|without|including|net of|with)[- ]?(?:or (?:before|after) )?(?:the )?tax(?:es)?\b|\b(?:before|after) or\b|\b(?:gross|net)(?: or (?:gross|net))?\b|\btake[- ]home\b/i,
    apply: askTaxed,
  },
  {
    signals:
      /^(?:(?:ok|okay|so|then|and|please|yes|great|now|can|could|you|just) )*(?:set|turn|make|put|change|do|switch) (?:it|that|this|one)(?: (?:up|on|off|for me))?\b/i,
    values: ['amount', 'percent'],
    apply: showHow,
  },
  {
    signals: /\b(?:the )?(?:others|rest|everything else|all of (?:them|those)|all the others)\b/i,
    values: ['share'],
    apply: askAll,
  },
  {
    signals:
      /\bwhy\b|\bhow come\b|\bhow (?:did|does|could|can) (?:that|it|this) (?:happen|be)\b|\bwhat happened (?:there|here|to (?:it|that))\b|\bthe reason\b|\breasons?\b|\bwhat(?:'s|s| is)? (?:caus\w+|driving|behind|dragging)(?: (?:it|that|this))?(?: (?:down|up))?\b|\bso (?:high|low|much|little|few|expensive|cheap|big|small|bad)\b/i,
    words:
      /^(?:go|goes|going|went|gone|up|down|drop|dropped|fall|fell|rise|rose|change|changed|increase|increased|happen|happened|cost|spend|spent|owe|pay|paid)$/,
    apply: explain,
  },
  {
    signals:
      /\b(?:is|was|isn't|are|were|sounds?|seems?|looks?) (?:that|it|this|those|they)?\s*(?:any |really |even |still |considered )?(?:a |an )?(?:good|bad|ok|okay|okey|fine|normal|high|low|lot|much|typical|healthy|realistic|reasonable|average|decent|expensive|usual|sane)(?: (?:one|or not|for me|for us|rate|score|amount|then))?\b|\btoo (?:much|high|low)\b|\b(?:more|less|higher|lower) than (?:usual|normal|average)\b|\b(?:usual|normal)\b/i,
    apply: judge,
  },
  {
    signals:
      /\b(?:vs|versus|compared?|comparison|against)\b|\bdifference (?:to|from|since)\b|\bthe change\b|\b(?:up|higher|more|better) or (?:down|lower|less|worse)\b|\b(?:gone|went|go|going|goes) (?:up|down)\b|\b(?:grown|grew|risen|rose|increased|dropped|changed)\b|\b(?:did|does|do) (?:it|that|this|they|those) (?:grow|rise|drop|fall|increase|change)\b|\b(?:more|less|higher|lower|better|worse|bigger|smaller|same) than\b|\bwhich (?:one |month |of (?:them|those|the two) )?(?:is|was|were|has been)(?: the)? (?:cheaper|pricier|higher|lower|more|less|more expensive|bigger|smaller|better|worse)\b|\b(?:more|higher|up) or (?:less|lower|down)\b|\bsame as\b|\bnext to each other\b|\bside by side\b/i,
    words:
      /^(?:ones|from|since|than|last|previous|before|prior|week|month|months|quarter|year|day|time|paycheck|put|usual)$/,
    values: ['time'],
    apply: compare,
  },
  {
    signals:
      /\bby (?:the )?(?:day|week|month|category|merchant|store|shop|place|type)s?\b|\b(?:each|every|per) (?:store|shop|merchant|place|category)\b|\b(?:break|broken|split|breakdown|broke)(?: (?:it|that|this|them))?(?: (?:down|up|out))?\b|\b(?:week|month|day) by (?:week|month|day)\b|\b(?:daily|weekly|monthly)\b|\b(?:mostly )?(?:on|for) what\b|\bwhat (?:on|for)\b|\b(?:which|what) (?:stores?|shops?|places?|merchants?|categories)\b|\b(?:actual |single )?(?:stores|shops|merchants|places)\b|\bwhere\b/i,
    words: /^(?:actual|single|no|not|meant|names?)$/,
    values: ['frequency'],
    apply: group,
  },
  {
    signals:
      /\b(?:the )?(?:one|ones|time|payday|paycheck|payment)? ?(?:after|before) (?:that|it|this)\b|\b(?:the )?(?:one|time) before\b|\bnext(?: (?:one|biggest|largest|smallest|highest|lowest))?\b|\b(?:second|third|fourth|fifth|2nd|3rd|4th|5th|following|previous|prior)(?: (?:one|time|biggest|largest|smallest|highest|lowest|place|most expensive|cheapest))?\b|\brunner[- ]up\b|\b(?:before|after)\b/i,
    values: ['amount'],
    apply: continueRanking,
  },
  {
    signals:
      /\b(?:per|a|an|each|every)? ?(?:day|week|month|year|pay ?check|pay ?day|hour)(?: (?:left|until|till|til|to) (?:the )?end(?: of the month)?)?\b|\b(?:daily|weekly|monthly|yearly|annually|hourly)\b/i,
    words: /^(?:need|put|save|spend|pay|cost|costs|set|aside|goes?|going|off|together)$/,
    values: ['frequency', 'duration', 'time'],
    apply: changePace,
  },
  {
    signals:
      /\b(?:biggest|largest|highest|most expensive|priciest|smallest|lowest|cheapest|least|newest|latest|most recent|costs? (?:the )?most)\b/i,
    words: /^(?:cancel|rid|drop|stop|kill|ditch|get|end|axe|cut|subscription|sub|membership)$/,
    apply: askExtreme,
  },
  {
    signals:
      /\b(?:of (?:that|it|this|those)|times|x ?\d*|multipl\w+|divided?(?: by)?|split|ways?|over|people)\b|\bhalf\b/i,
    words:
      /^(?:pay ?checks?|paydays?|payments?|weeks?|months?|days?|years?|equal|parts?|friends|evenly|equally|among|between)$/,
    values: ['percent', 'share', 'amount', 'duration'],
    apply: scaleAmount,
  },
  {
    signals:
      /\bhow (?:many|often)\b|\b(?:count|number)\b|\b(?:orders|visits|times|trips|purchases|transactions|charges|payments)\b/i,
    words:
      /^(?:go|goes|gone|went|going|buy|bought|shop|shopped|visit|visited|order|ordered|eat|ate|use|used)$/,
    apply: count,
  },
  {
    signals:
      /\b(?:list|details?|which ones|what (?:were|are|was) (?:they|those|these|them))\b|\b(?:show|see|list|give)(?: me)? (?:them|those|these|all|it|the (?:transactions|rows|list|details))\b|\b(?:transactions|rows)\b/i,
    apply: list,
  },
  {
    signals:
      /\b(?:together|combined|total|totals|sum|altogether|add(?:ed)? (?:them |it |those |that )?(?:up|together)|adds? up|come to|comes to|in total|both|all of (?:them|those|it)|the (?:two|three))\b|\b(?:cost|spend|spent|pay|paid)\b/i,
    words: /^(?:cost|spend|spent|pay|paid|days|weeks|months)$/,
    apply: addUp,
  },
  {
    signals: /\b(?:under|below|down to|less than|at most|to)\b/i,
    words: /^(?:need|pay|payoff|get|keep|stay|have|lower|bring|down)$/,
    values: ['amount', 'percent'],
    apply: lowerUtilization,
  },
  {
    signals:
      /^(?:(?:ok|okay|so|then|and|please|yes|great|let's|lets|now|just) )*(?:put|pay|send|throw|move|transfer|add) (?:\w+ )?(?:(?:on|to|into|in|onto|toward|towards) )?(?:it|that|there|that one|this one)\b/i,
    values: ['amount'],
    apply: payOn,
  },
  { signals: /\b(?:difference|gap|apart|how much (?:more|less))\b/i, apply: subtract },
  {
    signals:
      /\b(?:after|without|minus|less|subtract|take (?:off|out|away)|taking (?:off|out)|once|left|remains?|remaining|pay|paid)\b/i,
    values: ['name'],
    apply: subtractNamed,
  },
  {
    signals: /\b(?:after|left|leaves?|leave|remains?|remaining)\b/i,
    values: ['name'],
    apply: subtractFromAccount,
  },
  {
    signals:
      /\b(?:in|into) (?:there|it|that|that one|that account|this one)\b|\bthere\b|\bnew balance\b|\bbalance now\b/i,
    words: /^(?:balance|left|money|now|new)$/,
    apply: askBalance,
  },
  {
    signals:
      /\b(?:when|where|what day|which day|what date|how (?:much|long|many (?:days|years|months))|which (?:card|account)|what (?:card|account)|worst case|best case|at (?:worst|best)|sure|certain|likely|accurate|reliable|left|to go|missing|due|was it for)\b/i,
    words: /^(?:take|takes|until|done|gone|finished)$/,
    apply: repeat,
  },
];
