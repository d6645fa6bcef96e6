import help from '../content/help.json' with { type: 'json' };

/** A help article. Text in curly quotes is the exact label of a control. */
export type Article = {
  /** Its permanent address. */
  slug: string;
  /** One of the topics. */
  group: string;
  title: string;
  /** Search words that its text does not contain. */
  words: string;
  /** Paragraphs. The first one answers the question on its own. */
  text: readonly string[];
  /** The buttons to click, in order. */
  steps?: readonly string[];
  /** The page where the customer completes it. */
  links: readonly { to: string; label: string }[];
};

/** The topics in order of the list. */
export const GROUPS: readonly string[] = help.groups;

export const ARTICLES: readonly Article[] = help.articles;

export const getArticle = (slug: string | null): Article | undefined =>
  ARTICLES.find((article) => article.slug === slug);
