import type { HouseholdRow } from '@engine/household/row.ts';
import { useMutation } from '@tanstack/react-query';
import { toast } from '@/lib/toast';
import { SwitchRow } from '@/ui/forms/switch-row';
import { insuranceMutations } from './queries';

/** Renders the choice to pay medical bills from an HSA first. Renders nothing without an open HSA. */
export function HsaPayments({ household }: { household: HouseholdRow }) {
  const { mutate, isPending } = useMutation(insuranceMutations.setHsaPayments);
  const hasHsa = household.accounts.some(({ tax_treatment, closed }) => tax_treatment === 'hsa' && !closed);
  const isOn = household.carryover.hsaPaysFirst ?? false;
  if (!hasHsa) return null;
  return (
    <SwitchRow
      title="Pay medical bills from your HSA first"
      description={
        isOn
          ? 'Your part of a medical bill comes from the cash in your HSA, tax-free. Another account pays the rest.'
          : 'Your part of a medical bill comes from checking or a card. You can still withdraw from your HSA yourself.'
      }
      on={isOn}
      busy={isPending}
      onChange={(next) =>
        mutate(next, {
          onSuccess: () =>
            toast.success(
              next ? 'Your HSA pays medical bills first' : 'Your HSA no longer pays medical bills',
            ),
        })
      }
      className="mt-6"
    />
  );
}
