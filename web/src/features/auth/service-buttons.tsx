import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { getServices, offerQueries, serviceName, serviceProblem } from '@/entities/loan-offer/offers';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { authMutations } from './mutations';

/** Signing in at another service that this bank's operator trusts; who is new there becomes a customer. */
export function ServiceButtons() {
  const { data: offers } = useQuery(offerQueries.all());
  const { mutate, isPending, variables } = useMutation(authMutations.signInWithService);
  const problem = serviceProblem(useLocation().hash);
  const services = offers ? getServices(offers) : [];
  if (services.length === 0) return null;
  return (
    <div className="flex flex-col gap-3 border-line border-t pt-6 [div+&]:-mt-3 [div+&]:border-t-0 [div+&]:pt-0">
      {problem && <AlertBox kind="negative" fact={problem} />}
      {services.map((name) => (
        <Button key={name} size="lg" busy={isPending && variables === name} onClick={() => mutate(name)}>
          Continue with {serviceName(name)}
        </Button>
      ))}
    </div>
  );
}
