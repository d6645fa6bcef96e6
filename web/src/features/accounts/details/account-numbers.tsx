import { getBankIdentifiers } from '@engine/products/accounts/account-numbers.ts';
import type { Account } from '@/entities/account/queries';
import { CopyText } from '@/ui/copy-button';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';

/** Shows the numbers that identify an account. They work only in Sandbank. */
export function AccountNumbers({ account, ...dialog }: { account: Account } & DialogState) {
  return (
    <Dialog
      {...dialog}
      title="Account numbers"
      description="This is a practice account. These numbers work only in Sandbank, and no real bank uses them."
    >
      <dl className="divide-y divide-line">
        {getBankIdentifiers(account.account_number, account.currency).map(({ name, value }) => (
          <div key={name} className="py-3">
            <dt className="text-ink-3 text-sm">{name}</dt>
            <dd>
              <CopyText
                text={value.replaceAll(' ', '')}
                label={`Copy the ${name === 'IBAN' ? name : name.toLowerCase()}`}
                copiedLabel={`${name} copied`}
                className="figures min-h-11 font-semibold"
              >
                {value}
              </CopyText>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
