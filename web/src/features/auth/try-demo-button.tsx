import { useMutation } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Button } from '@/ui/button';
import { authMutations } from './mutations';

/** Opens a private copy of the demo household; the guard leads on when it stands. */
export function TryDemoButton(props: ComponentProps<typeof Button>) {
  const { mutate, isPending } = useMutation(authMutations.tryDemo);
  return (
    <Button {...props} busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Writing two years of history …' : 'Try the demo'}
    </Button>
  );
}
