import { supabase } from '@/lib/supabase';

/** Saves run one after another, so that the last input wins. */
let saving: Promise<unknown> = Promise.resolve();

/** Saves a draft outside the mutation cache, because nothing else on screen depends on it. */
export function saveDraft(form: Record<string, string>): Promise<void> {
  const next = saving
    .catch(() => {})
    .then(async () => {
      await supabase.rpc('save_application_draft', { form }).throwOnError();
    });
  saving = next.catch(() => {});
  return next;
}

/** Resolves when no save is running. */
export async function draftSaved(): Promise<void> {
  await saving;
}
