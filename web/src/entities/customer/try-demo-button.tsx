import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { openDemo } from '@/entities/customer/demo';
import { Button } from '../../ui/button';

/** Opens a private copy of the demo household and leads to its dashboard. */
export function TryDemoButton(props: ComponentProps<typeof Button>) {
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: openDemo,
    onSuccess: () => navigate('/dashboard'),
    meta: { failure: "We couldn't create the demo. Try again in a minute." },
  });
  return (
    <Button {...props} busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Creating 2 years of history…' : 'Try the demo'}
    </Button>
  );
}
