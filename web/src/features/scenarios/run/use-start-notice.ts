import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { customerQueries } from '@/features/settings/queries';

/** Shows the dashboard of the new household once its day is known, because the old one may be later. */
export function useArrival(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await queryClient.refetchQueries({ queryKey: customerQueries.me().queryKey });
    await navigate('/dashboard');
  };
}
