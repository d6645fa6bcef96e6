import { type IdentityProof, withIdentityProof } from '@/entities/customer/identity-proof';
import type { Customer } from '@/entities/customer/queries';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';

type AvatarChange = { id: string; before: string | null; picture: Blob | null };

/** Returns the file name that the current picture doesn't use. Each customer has two file names. */
const nextPictureName = (current: string | null) =>
  current?.includes('/picture-1.') ? 'picture-2' : 'picture-1';

export const profileMutations = {
  update: requestMutation(
    "We couldn't save your settings",
    ({ id, ...profile }: Pick<Customer, 'id' | 'display_name' | 'time_zone' | 'base_currency'>) =>
      supabase.from('customers').update(profile).eq('id', id).select().single(),
  ),
  /** Replaces the customer's picture. Null removes it, and the app shows the initials again. */
  changeAvatar: requestMutation(
    "We couldn't save your picture",
    async ({ id, before, picture }: AvatarChange) => {
      const { storage } = supabase;
      const pictures = storage.from('avatars');
      const path = picture && `${id}/${nextPictureName(before)}.${picture.type.split('/')[1]}`;
      if (path) {
        // File names are reused, so browsers must check for a newer picture before they use a cached picture.
        const { error } = await pictures.upload(path, picture, { upsert: true, cacheControl: '0' });
        if (error) throw error;
      }
      await supabase.from('customers').update({ avatar: path }).eq('id', id).throwOnError();
      if (before) await pictures.remove([before]);
    },
  ),
  /**
   * Changes the email address. Returns true if it changes immediately, or false if both addresses must be
   * confirmed with a code.
   */
  changeEmail: requestMutation(
    "We couldn't change your email",
    async ({ email, proof }: { email: string; proof: IdentityProof | null }) => {
      await withIdentityProof(proof, async () => {});
      const { data, error } = await supabase.auth.updateUser({ email });
      if (error) throw error;
      if (data.user.new_email) return 'asked' as const;
      await supabase.auth.refreshSession();
      return 'changed' as const;
    },
  ),
  confirmEmail: requestMutation(
    "We couldn't change your email",
    async ({ email, code }: { email: string; code: string }) => {
      const { error } = await supabase.auth.verifyOtp({ email, token: code, type: 'email_change' });
      if (error) throw error;
      await supabase.auth.refreshSession();
    },
  ),
  changePhone: requestMutation(
    "We couldn't change your phone number",
    async ({ phone }: { phone: string }) => {
      const { data, error } = await supabase.auth.updateUser({ phone });
      if (error) throw error;
      return data.user.new_phone ? ('asked' as const) : ('changed' as const);
    },
  ),
  confirmPhone: requestMutation(
    "We couldn't change your phone number",
    async ({ phone, code }: { phone: string; code: string }) => {
      const { error } = await supabase.auth.verifyOtp({ phone, token: code, type: 'phone_change' });
      if (error) throw error;
    },
  ),
  /** Converts a demo copy to a permanent account with all its data. */
  keep: requestMutation(
    "We couldn't save your demo",
    async ({ email, password }: { email: string; password: string }) => {
      const { error } = await supabase.auth.updateUser({ email, password });
      if (error) throw error;
      // Refreshes the token. The bank keeps the copy only if the token is no longer anonymous.
      const refreshed = await supabase.auth.refreshSession();
      if (refreshed.error) throw refreshed.error;
      await supabase.rpc('convert_demo').throwOnError();
    },
  ),
};
