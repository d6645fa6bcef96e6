import { mutationOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { everyPage } from './all-pages';
import type { Database } from './database.types';

/** An unsent supabase-js request. */
type Request = { throwOnError(): PromiseLike<{ data: unknown }> };
/** A row type with nullable columns that the generated types declare as non-null. */
export type WithNulls<Row, Columns extends keyof Row> = Omit<Row, Columns> & {
  [Column in Columns]: Row[Column] | null;
};
/** The arguments of a bank function. */
export type Arguments<Name extends keyof Database['public']['Functions']> =
  Database['public']['Functions'][Name]['Args'];
/** One request to the bank, or the combined result of several requests. */
type Call = Request | Promise<unknown>;
type DataOf<C extends Call> = C extends Request ? Awaited<ReturnType<C['throwOnError']>>['data'] : Awaited<C>;

/** Builds a query that sends a request to the bank. `failure` is the toast's text if the request fails. */
export function requestQuery<C extends Call>(
  queryKey: QueryKey,
  failure: string,
  request: (signal: AbortSignal) => C,
) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => getData(request(signal)), meta: { failure } });
}

/** Builds a query that loads all rows page by page. `request` is called with a page's zero-based range. */
export function everyRowQuery<Row>(
  queryKey: QueryKey,
  failure: string,
  request: (first: number, last: number) => { throwOnError(): PromiseLike<{ data: Row[] }> },
) {
  const readPage = async (first: number, last: number) => (await request(first, last).throwOnError()).data;
  return queryOptions({ queryKey, queryFn: () => everyPage(readPage), meta: { failure } });
}

/** Builds a mutation that sends a request to the bank. `failure` is the toast's text if the request fails. */
export function requestMutation<C extends Call, Input = void>(failure: string, request: (input: Input) => C) {
  return mutationOptions({ mutationFn: (input: Input) => getData(request(input)), meta: { failure } });
}

/** Declares the type of the JSON that a request returns. */
export function withJson<Data>(request: Request): { throwOnError(): PromiseLike<{ data: Data }> } {
  return request as { throwOnError(): PromiseLike<{ data: Data }> };
}

async function getData<C extends Call>(call: C): Promise<DataOf<C>> {
  return ('throwOnError' in call ? (await call.throwOnError()).data : await call) as DataOf<C>;
}
