import { getStrongest, type MatchedSpans, type Rule } from '../../parser/matched-spans.ts';
import type { NameKind } from '../../parser/names.ts';
import { readTopicValues } from '../../parser/topic-values.ts';
import { findTopic } from '../../topics.ts';

/**
 * A topic with decisive words, which would otherwise be read as another question with the same words: "the last payment
 * on Tide" isn't its last purchase.
 */
type TopicRule = {
  topic: string;
  /** The message matches all of these. */
  patterns: readonly RegExp[];
  unless?: RegExp;
  /**
   * The kinds of names that the question accepts. It then accepts no percent, duration, or currency either. Generic words
   * such as "my card" are always accepted. If missing, the question accepts every value.
   */
  accepts?: readonly NameKind[];
  /** The kinds of names of which the question needs one. */
  needs?: readonly NameKind[];
  /** True if the question needs exactly one amount. */
  amount?: true;
  /** True if the question needs one time or duration. */
  end?: true;
  /** A time is used for the answer, or it only words the question: "since payday". */
  time?: 'used' | 'worded';
};

const DEBTS = ['loan', 'mortgage'] as const;

const RULES: readonly TopicRule[] = [
  {
    topic: 'account-list',
    patterns: [
      /^\s*(?:please )?(?:show|list|see|view|give|pull up)(?: me)? all (?:of )?(?:my |the )?accounts\b/i,
    ],
    unless: /\b(?:balance|worth|total|contacts?|savings accounts|checking accounts|over|under|with)\b/i,
    accepts: [],
  },
  {
    topic: 'financial-health',
    patterns: [
      /\bfinancial(?:ly)? (?:health|healthy|wellness|fitness|well-?being|vulnerable)\b|\bfin ?health\b|\bhealth score\b|\bhow (?:healthy|fit) (?:are|is) (?:my|our) (?:finances|money)\b|\bare (?:my|our) finances healthy\b|\bfinancial check(?:-?up)?\b/i,
    ],
    unless: /\binsurance\b/i,
    // "Health" is also a word for a category.
    accepts: ['category'],
    time: 'worded',
  },
  {
    topic: 'cd-early-withdrawal',
    patterns: [
      /\bcds?\b|\bcertificates?\b/i,
      /\b(?:early|penalt(?:y|ies)|break(?:ing)?|broke|withdraw\w*|cash(?:ed)? (?:in|out)|get out|take .* out|take out|(?:move|transfer|pull|get|take|use)\b.*\b(?:from|out of|in) (?:the|my|our|a)? ?(?:cd|certificate))\b/i,
    ],
    unless: /\b(?:open|best|rates?|new|without (?:a |any )?penalty)\b/i,
  },
  {
    topic: 'account-plan',
    patterns: [
      /\baccount(?:'s)? plan\b|\b(?:which|what) plan (?:is|am|do)\b|\bgoal saver\b|\bmonthly (?:account |maintenance )?fee\b.*\bwaived?\b/i,
      /\bmy\b|\bi\b/i,
    ],
    unless: /\b(?:goal plan|change|switch|how (?:do|can)|payment|mortgage|loan)\b/i,
  },
  {
    topic: 'surprises-happened',
    patterns: [/\bsurprises?\b/i, /\b(?:happened|had|have|did|cost|past|last|latest|list|show|this|my)\b/i],
    unless: /\b(?:turn|switch|on or off|what (?:are|is a) surprises?|how do|insurance)\b/i,
    accepts: [],
    time: 'used',
  },
  {
    topic: 'insurance-coverage',
    patterns: [
      /\b(?:am i|are we) (?:insured|covered)\b|\b(?:do|did) (?:i|we) (?:still )?have (?:any )?(?:health|car|auto|home|renters?'?s?) insurance\b|\b(?:what|which) (?:insurance|policies) do (?:i|we) have\b|\bmy (?:\w+ )?(?:insurance )?deductible\b/i,
    ],
    unless: /\b(?:mean|explain|explained|what is an? deductible|lose|fdic)\b/i,
  },
  {
    topic: 'left-after-bills',
    patterns: [/\b(?:enough|cover)\b/i, /\bbills?\b/i, /\b(?:this|next|coming) (?:week|month)\b/i],
    unless: /\b(?:pay ?day|pay ?check|what if|savings|card)\b/i,
    accepts: [],
    time: 'used',
  },
  {
    topic: 'biweekly-saving',
    patterns: [
      /\bbi-?weekly\b|\bevery (?:two|2) weeks\b|\bevery (?:14|fourteen) days\b/i,
      /\bsav(?:e|es|ing|ings)\b|\bsooner\b|\bhelp\b|\bbetter\b|\binstead of monthly\b/i,
      /\bmortgage\b|\bhouse\b|\bloans?\b|\bbi-?weekly plan\b/i,
    ],
  },
  {
    topic: 'payments-left',
    patterns: [
      /\b(?:payments?|instal?lments?|repayments?)\b.*\b(?:left|remaining|remain|to go|outstanding)\b/i,
    ],
    unless: /\b(?:how much|total|sum|interest|cost)\b/i,
    needs: DEBTS,
  },
  {
    topic: 'debt-daily-cost',
    patterns: [
      /\b(?:interest|costs?|costing|accrues?|charged?)\b|\bper diem\b/i,
      /\b(?:a day|per day|daily|each day|every day|per diem)\b/i,
    ],
    unless: /\b(?:spend|spent|spending|all|debts)\b/i,
    needs: [...DEBTS, 'card'],
  },
  {
    topic: 'debt-payments',
    patterns: [
      /\b(?:highest|biggest|largest|lowest|smallest) (?:monthly )?(?:loan|debt) (?:payment|instal?lment)\b|\bwhich (?:loan|debt) has the (?:highest|biggest|largest|lowest|smallest) (?:monthly )?(?:payment|instal?lment)\b/i,
    ],
  },
  {
    topic: 'next-installments',
    patterns: [
      /\bhow much of (?:my |the |each |a )?(?:next |monthly )?.*\b(?:payment|instal?lment)\b.*\b(?:is|goes (?:to|on|toward)) (?:interest|principal|capital)\b/i,
    ],
    needs: DEBTS,
  },
  {
    topic: 'mortgage-insurance-end',
    patterns: [/\bpmi\b|\bmortgage insurance\b/i, /\b(?:my|i|when|end|drop|remove|cancel|stop|rid|until)\b/i],
    unless: /\b(?:mean|means|explain|define|stand for)\b/i,
  },
  {
    topic: 'debt-to-income',
    patterns: [
      /\bdebt[- ]to[- ]income\b|\bdti\b/i,
      /\bmy\b|^\s*(?:debt[- ]to[- ]income(?: ratio)?|dti)[\s?.]*$/i,
    ],
  },
  {
    topic: 'emergency-fund',
    patterns: [
      /\bemergency (?:fund|savings)\b/i,
      /\b(?:big|large|high|much) should\b|\b(?:big|large) enough\b|\benough\b.*\bemergency\b|\bdo i have an?\b/i,
    ],
  },
  {
    topic: 'budget-adjust',
    patterns: [/\bwhich (?:of my )?budgets? (?:is|are) (?:too|unrealistic)\b/i],
  },
  {
    topic: 'budget-total',
    patterns: [
      /\btotal (?:monthly )?budgets?\b|\btotal budgeted\b|\b(?:total|sum) of (?:all )?(?:of )?my budgets\b|\bbudgeted (?:in total|altogether)\b/i,
    ],
  },
  {
    topic: 'goal-behind',
    patterns: [/\bwhich (?:goals?|of my goals)\b/i, /\b(?:late|behind|off track|lagging)\b/i],
  },
  {
    topic: 'put-away',
    patterns: [/\bhow much\b/i, /\b(?:save|put (?:away|aside)|set aside)\b/i],
    unless: /\b(?:did|spend|will i have)\b/i,
    amount: true,
    end: true,
  },
  {
    topic: 'autopay-status',
    patterns: [
      /^(?:is|are|am i|do i have|does|did i|have i|which|what|what's|list|show|check)\b.*\b(?:auto-?pays?|automatic payments?|automatically|direct debits?)\b|^auto-?pay (?:status|settings|overview)\b/i,
    ],
    unless: /\bhow\b|\bcan\b|\brent\b|\bset (?:it )?to\b/i,
    accepts: ['card', 'loan', 'mortgage'],
  },
  {
    topic: 'card-last-payment',
    patterns: [
      /\b(?:last|latest|most recent|previous)\b.*\b(?:pay|paid|payments?)\b|\b(?:was|when)\b.*\bcard\b.*\blast paid\b/i,
    ],
    unless:
      /\b(?:with|using|by|from|at|for|before|missed?|failed?|largest|late|purchase|can i|could i|without|\d+)\b/i,
    accepts: ['card'],
    needs: ['card'],
  },
  {
    topic: 'card-closing-date',
    patterns: [
      /\b(?:statement|billing cycle|billing period)\b.*\b(?:clos(?:e[sd]?|ing)|cut|cut-?off|ends?|starts?)\b|\b(?:closing|cut-?off) (?:date|day)\b/i,
    ],
    unless: /\b(?:balance|account|mortgage|loan|how much)\b/i,
    accepts: ['card'],
  },
  {
    topic: 'reward-rates',
    patterns: [/\b(?:cash ?back|rewards?|earn(?:ing)?) (?:rates?|percent(?:age)?)\b/i],
    unless: /\b(?:interest|apy|savings|redeem)\b/i,
    accepts: ['card', 'category', 'merchant'],
  },
  {
    topic: 'card-would-decline',
    patterns: [
      /\b(?:declin\w*|go through|get rejected|be rejected|be accepted|have room|room for)\b|\bcan\b.*\b(?:handle|take)\b/i,
    ],
    unless: /\b(?:why|was|did|loan|application|mortgage)\b/i,
    accepts: ['card', 'category'],
    needs: ['card'],
    amount: true,
  },
  {
    topic: 'pending-charges',
    patterns: [
      /\bpending\b|\b(?:haven'?t|hasn'?t|not|didn'?t|un-?)(?: yet| been)? ?(?:posted|cleared|post|clear)\b|\b(?:on hold|pre-?authori[sz]ations?|authori[sz]ation holds?)\b/i,
    ],
    unless:
      /\b(?:how (?:do|does|long)|why|what (?:is|are|does) (?:a|an|pending mean)|mean|transfer|application|refund|check|deposit|interest|accrued)\b/i,
    accepts: ['card', 'account'],
  },
  {
    topic: 'paycheck-committed',
    patterns: [
      /\bspoken for\b|\b(?:how much|part|share|percent\w*) of (?:my |the )?(?:next )?(?:pay ?check|salary|pay)\b.*\b(?:bills?|committed|reserved|promised|allocated|keep|free)\b|\bbills between (?:the |my )?(?:next )?(?:two )?(?:pay ?checks|paydays)\b/i,
    ],
    unless: /\b(?:last|spent|tax(?:es)?|credit)\b/i,
    accepts: ['deposit', 'category'],
    time: 'worded',
  },
  {
    topic: 'spending-since-payday',
    patterns: [
      /\bsince (?:my |the )?(?:last )?(?:pay ?day|paycheck|pay|salary|i (?:was|got) paid)\b|\bwhere (?:did|has|is) my (?:last )?(?:paycheck|salary|wages?|pay) (?:all )?(?:go|gone)\b|\bhow much (?:of|is left of) my (?:last )?(?:paycheck|salary)\b/i,
    ],
    unless: /\b(?:next|tax|save|goals?|bills?|spoken|committed|already promised)\b/i,
    accepts: ['deposit'],
    time: 'worded',
  },
  {
    topic: 'spending-year-ago',
    patterns: [
      /\b(?:compared?|versus|vs|than|against)\b.*\b(?:a year (?:ago|earlier|before)|same month (?:last year|a year ago)|last year same month)\b|\b(?:more expensive|pricier|cheaper|gone up|went up)\b.*\b(?:last year|a year ago)\b|\b(?:yoy|year (?:over|on) year)\b/i,
    ],
    unless: /\b(?:worth|balances?|owe|debts?|score|savings?|income|earn|paid|richer|better off|rates?)\b/i,
    accepts: ['category', 'merchant'],
    time: 'worded',
  },
  {
    topic: 'spending-pace',
    patterns: [
      /\bsame (?:point|time|day|days|number of days)\b.*\blast month\b|\b(?:month to date|mtd)\b.*\blast month\b|\bby (?:this|that) (?:time|day|point) last month\b/i,
    ],
    unless: /\b(?:worth|balances?|owe|debts?|score|savings?|income|earn|paid)\b/i,
    accepts: ['category', 'merchant'],
    time: 'worded',
  },
  {
    topic: 'refunds-received',
    patterns: [/\brefund(?:s|ed)?\b/i],
    unless:
      /\b(?:how (?:do|can|to|long)|can|could|want|request|ask|tax|will|expect|going to|when|reverse|fees?|need|please|transfer|policy)\b/i,
    accepts: ['card', 'merchant', 'category'],
    time: 'used',
  },
  {
    topic: 'uncategorized-spending',
    patterns: [
      /\b(?:un-?categori[sz]ed|not categori[sz]ed|(?:without|no|missing) (?:a |any )?categor(?:y|ies))\b/i,
    ],
    unless: /\b(?:budget|how (?:do|can|to))\b/i,
    accepts: [],
    time: 'used',
  },
  {
    topic: 'weekdays-and-weekends',
    patterns: [
      /\bweekends?\b.*\b(?:week ?days?|working days|during the week|work(?:ing)? week|rest of the week)\b|\b(?:week ?days?|working days|during the week|work(?:ing)? week)\b.*\bweekends?\b/i,
    ],
    unless: /\b(?:bills?|due|open|hours)\b/i,
    accepts: [],
    time: 'worded',
  },
  {
    topic: 'no-spend-days',
    patterns: [
      /\b(?:no|zero)[- ]?(?:spend|dollar|buy)(?:ing)? (?:days?|streaks?)\b|\bdays?\b.*\b(?:without (?:spending|buying|a purchase)|spent nothing|spend nothing|didn'?t (?:spend|buy))\b/i,
    ],
    accepts: [],
    time: 'used',
  },
  {
    topic: 'double-charges',
    patterns: [
      /^(?:was|were|did|have|has|are there|any|find|check|show)\b.*\b(?:(?:charged?|billed?|bill|paid|pay)\b.*\b(?:twice|two times|double)|double (?:charges?|charged|billed|payments?)|duplicates?(?: charges?| payments?| transactions?)?)\b/i,
    ],
    unless: /\btwice as\b|\bhow\b/i,
    accepts: ['merchant', 'payment'],
    time: 'used',
  },
  {
    topic: 'spending-seasons',
    patterns: [/\b(?:seasons|(?:which|what|each|by|per) season|seasonal(?:ly|ity)?)\b/i],
    accepts: [],
    time: 'used',
  },
  {
    topic: 'category-trend',
    patterns: [
      /\bwhat am i spending (?:more|less) on\b|\bwhich categories are (?:growing|rising|shrinking|falling)\b|\blifestyle (?:creep|inflation)\b/i,
    ],
    accepts: ['category'],
    time: 'worded',
  },
  {
    topic: 'other-income',
    patterns: [
      /\b(?:other|extra|side|additional|passive|unearned|non[- ]?(?:salary|wage))\b.*\b(?:income|earnings)\b|\bincome\b.*\b(?:other than|besides|apart from|except|without|excluding|not from)\b.*\b(?:pay|paycheck|salary|wages?|job|work|employer)\b|\bside (?:hustle|gig)\b/i,
    ],
    unless: /\b(?:if|spend|spent|budget|goal)\b/i,
    accepts: ['category', 'deposit'],
    time: 'used',
  },
  {
    topic: 'income-sources',
    patterns: [
      /\b(?:sources?|streams?) of (?:my )?income\b|\bincome (?:sources?|streams?|by (?:source|payer))\b|\bwhere does my (?:money|income) come from\b|\bmain income\b/i,
    ],
    unless: /\b(?:if|spend|other than|besides)\b/i,
    accepts: ['category', 'deposit'],
    time: 'used',
  },
  {
    topic: 'pay-change',
    patterns: [
      /\b(?:this|last|latest)\b.*\bpay ?checks?\b.*\b(?:against|versus|vs|compared?|than)\b.*\b(?:previous|last|before)\b|\b(?:did|has|have|when)\b.*\b(?:salary|pay|paycheck|wages?)\b.*\b(?:changed?|go(?:ne)? up|increased?)\b|\b(?:did|have) i (?:get|got|had|have) a raise\b/i,
    ],
    unless: /\b(?:if|will|bills?|what did i spend)\b/i,
    accepts: ['deposit', 'category'],
    time: 'worded',
  },
  {
    topic: 'bills-until-payday',
    patterns: [
      /\b(?:bills?|payments?|due|pay|owe)\b.*\b(?:before|until|till|til)\b.*\b(?:pay ?day|pay ?check|get paid|i'?m paid)\b|\bbefore (?:my |the )?(?:next )?(?:pay ?day|pay ?check|i get paid)\b.*\b(?:due|bills?|pay)\b/i,
    ],
    unless: /\b(?:spend|save|safe|transfer|send|move|how long|when|days|could|can)\b/i,
    accepts: ['deposit'],
    time: 'worded',
  },
  {
    topic: 'pay-all-bills',
    patterns: [
      /\b(?:can|could|able to|enough (?:money |cash )?(?:to|for))\b.*\b(?:pay|cover|settle|afford|clear|for)\b.*\b(?:all|every|my|the) (?:of )?(?:my |the )?bills?\b/i,
    ],
    unless: /\b(?:month|week|pay ?day|pay ?check|until|before|next|if|how)\b/i,
    accepts: [],
    time: 'worded',
  },
  {
    topic: 'weekend-bills',
    patterns: [
      /\b(?:bills?|payments?|charged|autopay)\b.*\b(?:on|at) (?:a |the )?weekends?\b|\bweekend (?:bills?|due dates?)\b/i,
    ],
    unless: /\b(?:this|next|coming|spend|last|how)\b/i,
    accepts: ['payment', 'merchant'],
    time: 'worded',
  },
  {
    topic: 'payments-by-account',
    patterns: [
      /\bwhich account\b.*\bbills?\b|\b(?:payments|bills) by account\b|\b(?:standing orders|direct debits|automatic withdrawals|recurring payments|scheduled payments)\b (?:on|from|out of)\b/i,
    ],
    unless: /\b(?:set up|create|cancel|stop|add|how)\b/i,
    accepts: ['account'],
  },
  {
    topic: 'bill-increase',
    patterns: [
      /\b(?:bills?|payments?|prices?|subscriptions?|premiums?|rent|insurance)\b/i,
      /\b(?:about to|going to|will|soon|upcoming|next)\b/i,
      /\b(?:go(?:ing|es)? up|rise|increase|climb|get(?:ting)? (?:more expensive|pricier|higher)|cost more|become more expensive)\b/i,
    ],
    unless: /\b(?:if|score|balance|net worth|savings|income|pay|salary|rates?|how much did)\b/i,
    accepts: ['payment'],
    time: 'worded',
  },
  {
    topic: 'bills-that-rose',
    patterns: [
      /\bprice (?:hikes?|increases?)\b|\b(?:did|have|has|are|which|what)\b.*\bbills?\b.*\b(?:went up|go(?:ing|ne)? up|rose|increased?|got more expensive)\b/i,
    ],
    unless: /\b(?:subscriptions?|if|will|about to|soon|gas|food)\b/i,
    accepts: [],
    time: 'worded',
  },
  {
    topic: 'investment-gain',
    patterns: [
      /\b(?:invest(?:ments?|ing|ed)|portfolio|stocks|index funds?|brokerage|(?:my|the) funds?)\b/i,
      /\b(?:made|make|making|earn(?:ed|ing)?|gain(?:ed|s)?|profit\w*|returns?|returned|perform\w*|lost|los(?:e|ing)|grown?|grew)\b|\bhow(?:'s|\u2019s| is| are| did| has| have)\b.*\b(?:do|doing|done)\b|\b(?:am i|is it|are they) (?:up|down)\b/i,
    ],
    unless:
      /\b(?:should|buy|sell|will|would|can|could|best|good idea|emergency|fees?|expense|retire\w*|if|transfer\w*|contribut\w*|falls?|choose|compare[d]?|than|better|risk\w*|safe|mean|interest|spen[dt]\w*|lesson\w*|tax\w*|historical|conservative)\b|\bwhat (?:is|are) (?:an? )?(?:index fund|stocks?|funds?|returns?)[\s?.]*$/i,
    accepts: ['account', 'category'],
    time: 'used',
  },
  {
    topic: 'year-review',
    patterns: [
      /\byear in review\b|\b(?:annual|yearly) (?:review|summary|recap)\b|\bhow (?:was|were|did) (?:my|our) (?:financial )?(?:last )?year\b(?! (?:so far|end))|\bhow did (?:i|we) do (?:financially )?(?:last year|in \d{4})\b|\breview (?:of )?(?:my|our) (?:last )?year\b|\bmy (?:best|worst) month (?:of )?last year\b/i,
    ],
    unless: /\b(?:spend|spent|spending|budgets?|card|loan|mortgage|goal|portfolio|funds?|forecast)\b/i,
    accepts: [],
    time: 'used',
  },
  {
    topic: 'money-verdict',
    patterns: [
      /\bam i (?:broke|poor|skint|ok(?:ay)? (?:with|for) money|doing (?:ok(?:ay)?|well|fine) (?:with (?:my )?money|financially))\b|\bhow am i doing (?:financially|with (?:my )?money|money[- ]wise)\b|\bmoney situation\b/i,
    ],
    unless: /\b(?:why|if|when|by)\b/i,
    accepts: ['category'],
  },
  {
    topic: 'account-list',
    patterns: [
      /\b(?:all|every|each|list|overview|rundown)\b.*\baccounts?\b.*\b(?:and|with)\b.*\b(?:debts?|loans?|cards?)\b/i,
    ],
    unless: /\b(?:transfer|pay|open|close|spend|spent|spending|interest|rates?|transactions?)\b/i,
    accepts: [],
  },
  {
    topic: 'rewards-earned',
    patterns: [
      /\b(?:cash ?back|rewards?)\b.*\b(?:earned|earn|made|gotten|got|received|collected)\b|\b(?:earned?|made|got|gotten|received|collected?)\b.*\b(?:cash ?back|rewards?)\b/i,
    ],
    unless: /\b(?:rates?|percent|redeem|how do|would|will|if|on)\b/i,
    accepts: ['card'],
    time: 'used',
  },
  {
    topic: 'card-statements',
    patterns: [
      /\b(?:old|past|previous|all)\b.*\bcard (?:bills|statements)\b|\bcard (?:bill|statement)s? history\b/i,
    ],
    unless: /\b(?:pay|paid|download|where|pdf|send)\b/i,
    accepts: ['card'],
    time: 'used',
  },
  {
    topic: 'cards-against-accounts',
    patterns: [
      /\bspen(?:d|ding|t)\b.*\bcards?\b.*\b(?:vs|versus|against|compared)\b.*\b(?:accounts?|checking|debit|cash)\b|\bcards?\b.*\bspen(?:d|ding|t)\b.*\b(?:vs|versus|against|compared)\b.*\b(?:accounts?|checking|debit|cash)\b/i,
    ],
    accepts: ['card', 'account'],
    time: 'used',
  },
  {
    topic: 'housing-share',
    patterns: [
      /\b(?:percent|percentage|share|part|fraction) of (?:my )?(?:income|pay|salary|earnings)\b.*\b(?:housing|home|rent|mortgage|house)\b/i,
    ],
    unless: /\bspend\b|\bif\b/i,
    accepts: ['category', 'merchant', 'payment', 'mortgage', 'deposit'],
    time: 'used',
  },
  {
    topic: 'pay-per-year',
    patterns: [
      /\bmy (?:\w+ )?(?:salary|pay|wages?|take[- ]home(?: pay)?) (?:per|a|each|every) (?:year|month)\b|\bmy (?:annual|yearly|monthly) (?:salary|pay|wages?|take[- ]home)\b/i,
    ],
    unless: /\b(?:did|spend|bills?|loan|debt|mortgage|card|rent|raise|if|payments?)\b/i,
    accepts: ['deposit', 'category'],
  },
  {
    topic: 'payment-yearly-cost',
    patterns: [
      /\b(?:costs?|pay for|price)\b.*\b(?:in|over|for) a (?:whole )?year\b|\b(?:yearly|annual) (?:cost|price) of\b/i,
    ],
    unless: /\bif\b/i,
    accepts: ['payment', 'merchant'],
    needs: ['payment'],
    time: 'worded',
  },
];

const POLITE_START = /^\s*(?:(?:please|hey|hi|so|and|ok|can you)[\s,]+)*/i;
const ASSUMES = /\b(?:what if|what happens if|suppose|if i|if my)\b/i;
const ASKS_MORE = /\b(?:and|also)\b.*\b(?:how|what|when|which|why|is|are|do|did)\b|\?.*\w/i;

/** Matches a topic by its decisive words, before other intents can mistake it for another question. */
export const knownTopic: Rule = (spans) => {
  const text = spans.text.replace(POLITE_START, '');
  if (ASSUMES.test(text) || ASKS_MORE.test(text)) return null;
  const rule = RULES.find(
    ({ patterns, unless, ...rest }) =>
      patterns.every((pattern) => pattern.test(text)) && !unless?.test(text) && fits(spans, rest),
  );
  if (!rule) return null;
  const { values } = readTopicValues(spans.message, findTopic(rule.topic));
  spans.matchAll();
  const periods = rule.accepts && rule.time !== 'used' ? [] : values.periods;
  return { kind: 'topic', topic: rule.topic, values: { ...values, periods } };
};

const NEVER_ACCEPTED = new Set(['percent', 'duration', 'quote', 'email', 'share', 'currency']);

/** Returns true if a message has the values that a question needs, and no others than those that it accepts. */
function fits(
  spans: MatchedSpans,
  { accepts, needs, amount, end, time }: Omit<TopicRule, 'patterns'>,
): boolean {
  const count = (...kinds: readonly ('amount' | 'time' | 'duration')[]) =>
    kinds.reduce((sum, kind) => sum + spans.unmatched(kind).length, 0);
  if (needs && !needs.some((kind) => spans.mentionsBest(kind))) return false;
  if ((amount && count('amount') !== 1) || (end && count('time', 'duration') !== 1)) return false;
  if (!accepts) return true;
  const areNamesAccepted = spans
    .unmatched('name')
    .every(
      ({ isExcluded, generic, refs }) =>
        !isExcluded && (generic !== null || getStrongest(refs).some(({ is }) => accepts.includes(is))),
    );
  const hasOther = spans.items.some(
    ({ is, raw }) =>
      NEVER_ACCEPTED.has(is) ||
      (is === 'time' && !time && !/^(?:today|now|right now|lately|recently)$/i.test(raw)) ||
      (is === 'amount' && !amount),
  );
  return areNamesAccepted && !hasOther;
}
