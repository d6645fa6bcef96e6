import type { Article } from '@assistant/help.ts';
import { Link } from 'react-router';

export const pathOfArticle = (slug: string) => `/support/articles/${slug}`;

export const ARTICLE_LINK =
  '-mx-2.5 flex min-h-9 flex-col justify-center rounded-2 px-2.5 py-1.5 hover:bg-sunken pointer-coarse:min-h-11';

type ArticleListProps = {
  label: string;
  articles: readonly Article[];
  brief?: boolean;
  className?: string;
};

/** Renders a list of articles. Shows an excerpt of each article unless `brief` is true. */
export function ArticleList({
  label,
  articles,
  brief = false,
  className = 'flex flex-col',
}: ArticleListProps) {
  return (
    <ul aria-label={label} className={className}>
      {articles.map(({ slug, title, text }) => (
        <li key={slug}>
          <Link to={pathOfArticle(slug)} className={ARTICLE_LINK}>
            <span className={brief ? '' : 'font-medium'}>{title}</span>
            {!brief && <span className="line-clamp-2 text-ink-3 text-sm">{text[0]}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
