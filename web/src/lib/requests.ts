import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query';

/** An unsent supabase-js request. */
type Request = { throwOnError(): PromiseLike<{ data: unknown }> };
type DataOf<R extends Request> = Awaited<ReturnType<R['throwOnError']>>['data'];

/** Builds a query that sends one request to the bank. `failure` is the text of the toast if it fails. */
export function requestQuery<R extends Request>(
  queryKey: QueryKey,
  failure: string,
  request: (signal: AbortSignal) => R,
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => getData(request(signal)), meta: { failure } });
}

/** Builds a mutation that sends one request to the bank. `failure` is the text of the toast if it fails. */
export function requestMutation<R extends Request, Input = void>(
  failure: string,
  request: (input: Input) => R,
) {
  return mutationOptions({ mutationFn: (input: Input) => getData(request(input)), meta: { failure } });
}

async function getData<R extends Request>(request: R): Promise<DataOf<R>> {
  return (await request.throwOnError()).data;
}
