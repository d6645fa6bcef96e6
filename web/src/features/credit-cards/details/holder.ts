import { useQuery } from '@tanstack/react-query';
import { customerQueries } from '@/entities/customer/queries';
import { useCustomer } from '@/lib/session';

/** Returns the name on the card. */
export function useHolder(): string {
  const { user_metadata, email } = useCustomer();
  const me = useQuery(customerQueries.me()).data;
  const names = [me?.display_name, user_metadata.name, email?.split('@')[0]];
  return String(names.find(Boolean) ?? 'Cardholder');
}
