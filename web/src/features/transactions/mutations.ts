import type { SavedView } from '@/entities/transaction/queries';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

export const transactionMutations = {
  saveView: requestMutation(
    "We couldn't save the view",
    ({ name, query, position }: Pick<SavedView, 'name' | 'query' | 'position'>) =>
      supabase.from('saved_views').insert({ name, query, position }).select().single(),
  ),
  changeView: requestMutation(
    "We couldn't update the view",
    ({ id, ...changes }: Pick<SavedView, 'id'> & Partial<Pick<SavedView, 'name' | 'query'>>) =>
      supabase.from('saved_views').update(changes).eq('id', id),
  ),
  /** Saves each view's position in the current order. */
  orderViews: requestMutation(
    "We couldn't move the view",
    async (views: readonly Pick<SavedView, 'id'>[]) => {
      for (const [position, { id }] of views.entries())
        await supabase.from('saved_views').update({ position }).eq('id', id).throwOnError();
    },
  ),
  deleteView: requestMutation("We couldn't delete the view", async (view: SavedView) => {
    await supabase.from('saved_views').delete().eq('id', view.id).throwOnError();
    return view;
  }),
  restoreView: requestMutation("We couldn't restore the view", ({ id, name, query, position }: SavedView) =>
    supabase.from('saved_views').insert({ id, name, query, position }),
  ),
};
