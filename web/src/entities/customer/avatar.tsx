import { useQuery } from '@tanstack/react-query';
import { avatarQueries, customerQueries } from './queries';

/** Renders the customer's picture or initials. */
export function Avatar({ initials }: { initials: string }) {
  const { data: customer } = useQuery(customerQueries.me());
  const path = customer?.avatar ?? '';
  const { data: address } = useQuery({ ...avatarQueries.picture(path), enabled: path !== '' });
  if (path === '' || !address) return <>{initials}</>;
  return <img src={address} alt="" className="size-full object-cover" />;
}
