import { ARTICLES } from '@assistant/help.ts';
import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { ROUTES } from './router';

it('help articles link only to existing pages', () => {
  const links = ARTICLES.flatMap(({ links }) => links.map(({ to }) => to));
  expect(links.filter((to) => matchRoutes(ROUTES, to)?.at(-1)?.route.path === '*')).toEqual([]);
});
