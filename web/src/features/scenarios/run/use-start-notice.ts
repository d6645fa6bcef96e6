import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { customerQueries } from '@/features/settings/queries';

/** To the dashboard of another life, once it is known what day it is there: the old one may lie ahead of it. */
export function useArrival(): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await queryClient.refetchQueries({ queryKey: customerQueries.me().queryKey });
    await navigate('/dashboard');
  };
}
