import { useMutation, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { type Account, isUsable } from '@/entities/account/queries';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Form } from '@/ui/forms/form';
import { Dialog } from '@/ui/overlays/dialog';
import { useDialogs } from '@/ui/overlays/use-dialogs';
import { CertificateChoiceFields, choiceFields, readChoices, toChoices } from './certificate-choices';
import { type Certificate, certificateMutations, certificateQueries } from './queries';
import { WithdrawFlow } from './withdraw-flow';

type ActionsProps = { account: Account; accounts: readonly Account[] };

/** Renders what a customer can do with an open CD. */
export function CertificateActions({ account, accounts }: ActionsProps) {
  const { open, dialog } = useDialogs<'withdraw' | 'choices'>();
  const certificate = useQuery(certificateQueries.of(account.id)).data;
  const receivers = accounts.filter((other) => isUsable(other) && other.currency === account.currency);
  const choices = dialog('choices');
  const withdrawal = dialog('withdraw');
  return (
    <>
      <Button onClick={() => open('withdraw')}>Withdraw</Button>
      <Button onClick={() => open('choices')}>At maturity</Button>
      <Dialog {...withdrawal} title={`Withdraw from ${account.name}`}>
        <WithdrawFlow account={account} receivers={receivers} onDone={withdrawal.onClose} />
      </Dialog>
      <Dialog {...choices} title={`Maturity and interest: ${account.name}`}>
        {certificate && (
          <ChoicesForm
            account={account}
            certificate={certificate}
            receivers={receivers}
            onDone={choices.onClose}
          />
        )}
      </Dialog>
    </>
  );
}

type ChoicesProps = {
  account: Account;
  certificate: Certificate;
  receivers: readonly Account[];
  onDone: () => void;
};

function ChoicesForm({ account, certificate, receivers, onDone }: ChoicesProps) {
  const { mutateAsync } = useMutation(certificateMutations.choose);
  const { control, submit, isSubmitting } = useBankForm({
    schema: z.object(choiceFields),
    defaults: readChoices(certificate),
    currency: account.currency,
    refusedField: 'maturity',
    onSubmit: async (choices) => {
      await mutateAsync({ account_id: account.id, ...toChoices(choices) });
      toast.success(`Choices saved for ${account.name}`);
      onDone();
    },
  });
  return (
    <Form onSubmit={submit} verb="Save" busy={isSubmitting}>
      <CertificateChoiceFields
        control={control}
        names={{ maturity: 'maturity', interest: 'interest' }}
        accounts={receivers}
      />
    </Form>
  );
}
