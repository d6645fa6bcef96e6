import type { Logger } from 'pino';
import { runningFunction } from './deno.ts';

/**
 * Logs rejected promises and timer exceptions of server functions. An exception in the server itself leaves
 * the process in an unknown state, so `end` is called once to stop it.
 */
export function containFailures(log: Logger, end: () => void): () => void {
  let ending = false;
  const onException = (error: unknown) => {
    const name = runningFunction();
    if (name !== null)
      return log.error({ err: error, function: name }, 'a server function failed after its response');
    log.fatal({ err: error }, 'the server failed');
    if (!ending) end();
    ending = true;
  };
  const onRejection = (error: unknown) =>
    log.error({ err: error, function: runningFunction() }, 'unhandled rejection');
  process.on('uncaughtException', onException);
  process.on('unhandledRejection', onRejection);
  return () => {
    process.off('uncaughtException', onException);
    process.off('unhandledRejection', onRejection);
  };
}
