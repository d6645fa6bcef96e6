import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { Surroundings } from '@/app/app';
import { ROUTES } from '@/app/router';

/**
 * Renders a visitor's page as it looks before any script runs. The build writes the result to the page's
 * file.
 */
export async function renderPage(path: string): Promise<string> {
  const { query, dataRoutes } = createStaticHandler(ROUTES);
  const context = await query(new Request(new URL(path, 'http://sandbank.example')));
  if (context instanceof Response) throw new Error(`Failed to render ${path}: status ${context.status}.`);
  const { prelude } = await prerender(
    <StrictMode>
      <Surroundings>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Surroundings>
    </StrictMode>,
    // Renders the page in one chunk. Additional chunks would need inline scripts, which the
    // Content-Security-Policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude as ReadableStream<Uint8Array>).text();
}
