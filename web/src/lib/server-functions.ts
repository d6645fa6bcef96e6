import { FunctionsHttpError } from '@supabase/supabase-js';
import { supabase } from './supabase';

/** Calls a server function and returns its answer; what it refuses is thrown as `{ code, message }`. */
export async function callServer<Answer>(name: string, body: object): Promise<Answer> {
  const { data, error } = await supabase.functions.invoke<Answer>(name, { body });
  if (error instanceof FunctionsHttpError) throw await getRefusal(error);
  if (error) throw error;
  return data as Answer;
}

/** The refusal in the answer; where something else answered, a gateway perhaps, the failure itself. */
async function getRefusal(failure: FunctionsHttpError): Promise<unknown> {
  try {
    return await failure.context.json();
  } catch {
    return failure;
  }
}
