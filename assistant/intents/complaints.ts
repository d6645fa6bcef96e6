import type { Intent } from '../intent.ts';
import type { ParsedMessage } from '../parser/parsed-message.ts';

/** Complaints about the bank or the assistant without a subject: "you are useless", "nothing here works". */
const COMPLAINS =
  /\b(?:you|u)(?:'re|\u2019re| are| guys are| people are| all are| guys)? (?:(?:really|so|just|all|absolutely|completely|literally|a|an|the) )*(?:useless|terrible|awful|horrible|worst|worthless|joke|stupid|dumb|idiots?|garbage|trash|crap|pathetic|hopeless|ridiculous|unhelpful|no help|suck|stink)\b|\b(?:worst|useless|terrible|awful|horrible|stupid|dumb|crappy) (?:bank|app|service|bot|assistant|thing|website|customer service)\b|\b(?:this|your|the) (?:bank|app|bot|service|assistant|thing|site|website) (?:is (?:\w+ )?(?:useless|terrible|awful|horrible|stupid|dumb|garbage|trash|crap|a joke|the worst|broken)|sucks|stinks)\b|\b(?:hate|fed up with|sick of|done with|tired of) (?:this|your|the) (?:bank|app|bot|service|assistant)\b|\bnothing (?:here |ever )?works\b|\bwaste of (?:my )?time\b/i;
/** Complaints about something that we can show, or requests. */
const HAS_SUBJECT =
  /\b(?:fees?|interest|charged?|charges|overdraft|balance|transfer|how|what|when|where|which|why|close|delete|cancel|rate|score|budget|deal|idea|spend|spent)\b|\d/i;

/** Reads a complaint, which gets an apology and ways to get help. Returns null for other messages. */
export const readAsComplaint = ({ text }: ParsedMessage): Intent | null =>
  COMPLAINS.test(text) && !HAS_SUBJECT.test(text) ? { kind: 'social', what: 'complaint', assumed: [] } : null;
