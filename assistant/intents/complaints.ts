import type { Intent } from '../intent.ts';
import type { ParsedMessage } from '../parser/parsed-message.ts';

const BAD = 'useless|terrible|awful|horrible|stupid|dumb';
const EMPHASIS = '(?:(?:really|so|just|all|absolutely|completely|literally|a|an|the) )*';
/** Complaints about the bank or the assistant without a subject: "you are useless", "nothing here works". */
const COMPLAINS = new RegExp(
  `\\b(?:${[
    `(?:you|u)(?:'re|\u2019re| are| guys are| people are| all are| guys)? ${EMPHASIS}(?:${BAD}|worst|worthless|joke|idiots?|garbage|trash|crap|pathetic|hopeless|ridiculous|unhelpful|no help|suck|stink)`,
    `(?:${BAD}|worst|crappy) (?:bank|app|service|bot|assistant|thing|website|customer service)`,
    `(?:this|your|the) (?:bank|app|bot|service|assistant|thing|site|website) (?:is (?:\\w+ )?(?:${BAD}|garbage|trash|crap|a joke|the worst|broken)|sucks|stinks)`,
    '(?:hate|fed up with|sick of|done with|tired of) (?:this|your|the) (?:bank|app|bot|service|assistant)',
    'nothing (?:here |ever )?works',
    'waste of (?:my )?time',
  ].join('|')})\\b`,
  'i',
);
/** Subjects and requests that have answers of their own. */
const HAS_SUBJECT =
  /\b(?:fees?|interest|charged?|charges|overdraft|balance|transfer|how|what|when|where|which|why|close|delete|cancel|rate|score|budget|deal|idea|spend|spent)\b|\d/i;

/** Reads a complaint, which gets an apology and ways to get help. Returns null for other messages. */
export const readAsComplaint = ({ text }: ParsedMessage): Intent | null =>
  COMPLAINS.test(text) && !HAS_SUBJECT.test(text) ? { kind: 'social', what: 'complaint', assumed: [] } : null;
