import { ARTICLES, type Article, getArticle } from '@assistant/help.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useOnline } from '@/lib/use-online';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { BackLink, LinkButton, TextLink } from '@/ui/link';
import { Page } from '@/ui/page';
import { supportMutations } from '../mutations';
import { supportQueries } from '../queries';
import { ArticleList } from './article-list';

const above = <BackLink to="/support">Customer support</BackLink>;

export function ArticleView({ slug }: { slug: string }) {
  const article = getArticle(slug);
  if (!article)
    return (
      <Page title="Help" above={above}>
        <EmptyState
          title="We couldn't find that article."
          action={
            <LinkButton to="/support" variant="primary">
              Search help
            </LinkButton>
          }
        >
          It may have moved.
        </EmptyState>
      </Page>
    );
  const near = ARTICLES.filter(({ group, slug: other }) => group === article.group && other !== slug);
  return (
    <Page title={article.title} above={above}>
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <article className="max-w-160">
          <ArticleText article={article} />
          <ArticleVote slug={slug} />
        </article>
        <nav aria-label={article.group}>
          <h2 className="mb-1 text-lg">{article.group}</h2>
          <ArticleList brief label="Related articles" articles={near} />
        </nav>
      </div>
    </Page>
  );
}

/** Renders an article's steps. Each step names a control and its location. */
export function ArticleText({ article }: { article: Article }) {
  return (
    <div className="flex flex-col gap-4">
      {article.text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {article.steps && (
        <ol className="flex list-decimal flex-col gap-1.5 pl-6">
          {article.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      <p className="flex flex-wrap gap-2">
        {article.links.map(({ to, label }) => (
          <LinkButton to={to} key={to}>
            {label}
          </LinkButton>
        ))}
      </p>
    </div>
  );
}

function ArticleVote({ slug }: { slug: string }) {
  const { data: helpful } = useQuery(supportQueries.vote(slug));
  const vote = useMutation(supportMutations.vote);
  const isOnline = useOnline();
  const choices = [
    { value: true, label: 'Yes' },
    { value: false, label: 'No' },
  ];
  return (
    <section aria-label="Was this helpful?" className="mt-10 border-line border-t pt-5">
      <div className="flex flex-wrap items-center gap-3">
        <span className="mr-1 font-medium">Was this helpful?</span>
        {choices.map(({ value, label }) => (
          <Button
            key={label}
            aria-pressed={helpful === value}
            disabled={!isOnline}
            busy={vote.isPending && vote.variables.helpful === value}
            onClick={() => vote.mutate({ article: slug, helpful: value })}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
          >
            {label}
          </Button>
        ))}
      </div>
      <p role="status" className="mt-3 text-ink-2 empty:hidden">
        {helpful === true && 'Thanks for your feedback.'}
        {helpful === false && (
          <>
            Thanks. We'll use your feedback to improve this article.{' '}
            <TextLink to="/support/tickets/new">Ask support</TextLink>
          </>
        )}
      </p>
    </section>
  );
}
