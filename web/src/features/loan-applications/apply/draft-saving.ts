import { supabase } from '@/lib/supabase';

/** One save after the other, so that the last that was typed is the last that is kept. */
let saving: Promise<unknown> = Promise.resolve();

/** Keeps what is typed of an application. Outside the mutation cache: nothing else on the screen changes by it. */
export function saveDraft(form: Record<string, string>): Promise<void> {
  const next = saving
    .catch(() => {})
    .then(async () => {
      await supabase.rpc('save_application_draft', { form }).throwOnError();
    });
  saving = next.catch(() => {});
  return next;
}

/** Resolves when nothing is being saved any more. */
export async function draftSaved(): Promise<void> {
  await saving;
}
