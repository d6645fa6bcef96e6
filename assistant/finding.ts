import MiniSearch from 'minisearch';
import { ARTICLES, type Article, getArticle } from './help.ts';

/** Common question words that don't identify a topic. */
const EMPTY_WORDS = new Set(
  'a an and are as at be but by can could do does for from get got had has have how i if in is it its me my not of on or should so that the their there this to was we were what when where which who why will with would you your hello hi please like thanks thank question need want'.split(
    ' ',
  ),
);

const index = new MiniSearch<Article>({
  idField: 'slug',
  fields: ['title', 'keywords', 'body'],
  extractField: (article, field) =>
    field === 'body'
      ? [...article.text, ...(article.steps ?? [])].join(' ')
      : String(article[field as keyof Article]),
  processTerm: (term) => (EMPTY_WORDS.has(term.toLowerCase()) ? null : term.toLowerCase()),
  searchOptions: {
    boost: { title: 4, keywords: 2 },
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 3 ? 0.25 : false),
  },
});
index.addAll(ARTICLES);

/** The minimum relevance for an automatic answer, calibrated on questions that no article answers. */
const MIN_RELEVANCE = { score: 12, words: 2 };

/** Returns the matching articles, most relevant first. Also matches word prefixes and misspellings. */
export function findArticles(query: string): readonly Article[] {
  return search(query).map(({ article }) => article);
}

/** Returns the best help article for a new ticket, or null if no article is likely to help. */
export function findBestArticle(subject: string, message: string): Article | null {
  const [best] = search(`${subject} ${message.slice(0, 600)}`);
  return best && best.score >= MIN_RELEVANCE.score && best.matchedWords >= MIN_RELEVANCE.words
    ? best.article
    : null;
}

type Result = { article: Article; score: number; matchedWords: number };

function search(query: string): Result[] {
  return index.search(query).flatMap(({ id, score, queryTerms }) => {
    const article = getArticle(String(id));
    return article ? [{ article, score, matchedWords: new Set(queryTerms).size }] : [];
  });
}
