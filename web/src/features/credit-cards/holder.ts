import { useCustomer } from '@/lib/session';

/** The name that stands on the card. */
export function useHolder(): string {
  const { user_metadata, email } = useCustomer();
  return String(user_metadata.name ?? email?.split('@')[0] ?? 'Cardholder');
}
