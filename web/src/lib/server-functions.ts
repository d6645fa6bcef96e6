import { FunctionsHttpError } from '@supabase/supabase-js';
import { supabase } from './supabase';

/** Calls a server function and returns its response. Throws refusals as `{ code, message }`. */
export async function callServer<Answer>(name: string, body: object): Promise<Answer> {
  const { data, error } = await supabase.functions.invoke<Answer>(name, { body });
  if (error instanceof FunctionsHttpError) throw await getRefusal(error);
  if (error) throw error;
  return data as Answer;
}

/**
 * Returns the refusal in the response, or the original error if the response isn't from the bank, such as a
 * gateway's error page.
 */
async function getRefusal(failure: FunctionsHttpError): Promise<unknown> {
  try {
    return await failure.context.json();
  } catch {
    return failure;
  }
}
