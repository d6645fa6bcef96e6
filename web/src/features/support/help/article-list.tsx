import type { Article } from '@assistant/help.ts';
import { Link } from 'react-router';

export const pathOfArticle = (slug: string) => `/support/articles/${slug}`;

type ArticleListProps = { label: string; articles: readonly Article[]; brief?: boolean };

/** Renders a list of articles. Shows an excerpt of each article unless `brief` is true. */
export function ArticleList({ label, articles, brief = false }: ArticleListProps) {
  return (
    <ul aria-label={label} className="flex flex-col">
      {articles.map(({ slug, title, text }) => (
        <li key={slug}>
          <Link
            to={pathOfArticle(slug)}
            className="-mx-2.5 flex min-h-11 flex-col justify-center rounded-2 px-2.5 py-1.5 hover:bg-sunken"
          >
            <span className={brief ? '' : 'font-medium'}>{title}</span>
            {!brief && <span className="line-clamp-2 text-ink-3 text-sm">{text[0]}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
