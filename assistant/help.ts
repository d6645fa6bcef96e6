import help from '../content/help.json' with { type: 'json' };

/** Help for one question. Text in curly quotes is the exact name of something on the screen. */
export type Article = {
  /** Its permanent address. */
  slug: string;
  /** One of the groups. */
  group: string;
  title: string;
  /** Search words that its text does not contain. */
  words: string;
  /** Paragraphs. The first one answers the question without the others. */
  text: readonly string[];
  /** The buttons to press, in order. */
  steps?: readonly string[];
  /** The page where the customer completes it. */
  links: readonly { to: string; label: string }[];
};

/** The groups of the help, in the order of the list. */
export const GROUPS: readonly string[] = help.groups;

export const ARTICLES: readonly Article[] = help.articles;

export const getArticle = (slug: string | null): Article | undefined =>
  ARTICLES.find((article) => article.slug === slug);
