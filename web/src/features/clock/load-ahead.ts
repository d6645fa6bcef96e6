import { notifyManager, QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Loads the data on screen again without showing it. `commit` then shows all of it at once, so that the
 * header, the page, and the digest change together. Other data is loaded when it is needed.
 */
export async function loadAhead(queryClient: QueryClient) {
  const ahead = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const loaded = new Set<string>();
  const load = async (queryKey: QueryKey, queryHash: string, queryFn: () => Promise<unknown>) => {
    await ahead.fetchQuery({ queryKey, queryFn });
    loaded.add(queryHash);
  };
  await Promise.allSettled(
    queryClient
      .getQueryCache()
      .findAll({ type: 'active' })
      .flatMap(({ queryKey, queryHash, options: { queryFn, ...options } }) =>
        // Lists that load page by page are reloaded when the rest is shown.
        typeof queryFn === 'function' && !('initialPageParam' in options)
          ? [load(queryKey, queryHash, queryFn as () => Promise<unknown>)]
          : [],
      ),
  );
  const commit = () =>
    notifyManager.batch(() => {
      for (const { queryKey, state } of ahead.getQueryCache().getAll())
        if (state.status === 'success') {
          // A slow request from before would otherwise replace the new data.
          void queryClient.cancelQueries({ queryKey, exact: true });
          queryClient.setQueryData(queryKey, state.data);
        }
      void queryClient.invalidateQueries({ predicate: ({ queryHash }) => !loaded.has(queryHash) });
    });
  return { ahead, commit };
}
