import help from '../content/help.json' with { type: 'json' };

/** A help article. Text in curly quotes is the exact label of a control on screen. */
export type Article = {
  /** The permanent slug in the article's URL. */
  slug: string;
  /** One of `GROUPS`. */
  group: string;
  title: string;
  /** Additional search words that the text does not contain. */
  keywords: string;
  /** The paragraphs. The first paragraph answers the question on its own. */
  text: readonly string[];
  /** The controls to click, in order. */
  steps?: readonly string[];
  /** Links to the pages where the customer can do what the article describes. */
  links: readonly { to: string; label: string }[];
};

/** The topics in display order. */
export const GROUPS: readonly string[] = help.groups;

export const ARTICLES: readonly Article[] = help.articles;

export const getArticle = (slug: string | null): Article | undefined =>
  ARTICLES.find((article) => article.slug === slug);
