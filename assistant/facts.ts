import facts from '../content/assistant-facts.json' with { type: 'json' };

/** An answer to a question about how the bank works. */
export type Fact = {
  id: string;
  question: string;
  /** The question in other words. */
  phrasings: readonly string[];
  /** The answer; if it is missing, the first paragraph of the help article. */
  answer?: string;
  /** The slug of the help article. */
  article?: string;
  link?: { label: string; to: string };
  /** A question that the customer can ask next. */
  ask?: string;
};

export const FACTS: readonly Fact[] = facts;

export const getFact = (id: string): Fact | undefined => FACTS.find((fact) => fact.id === id);
