import { ARTICLES } from '@assistant/help.ts';
import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import { ROUTES } from './router';

it('the help leads only to pages that there are', () => {
  const links = ARTICLES.flatMap(({ links }) => links.map(({ to }) => to));
  expect(links.filter((to) => matchRoutes(ROUTES, to)?.at(-1)?.route.path === '*')).toEqual([]);
});
