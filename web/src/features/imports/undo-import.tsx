import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { importMutations } from './mutations';
import type { Import } from './queries';

/** Undoes an import after a confirmation. */
export function UndoImport({ made, size = 'md' }: { made: Import; size?: 'sm' | 'md' }) {
  const [isOpen, setOpen] = useState(false);
  const undo = useMutation(importMutations.undo);
  const net = made.money_in - made.money_out;
  const refusal = getRefusalMessage(undo.error, made.currency);
  function open(next: boolean) {
    undo.reset();
    setOpen(next);
  }
  return (
    <>
      <Button size={size} aria-label={`Undo the import of ${made.file_name}`} onClick={() => open(true)}>
        Undo
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={open}
        title="Undo this import?"
        description={`${made.posted.toLocaleString('en-US')} ${made.posted === 1 ? 'row leaves' : 'rows leave'} the account, with notes, tags and splits on them. The balance ${net < 0 ? 'rises' : 'falls'} by ${formatMoney(Math.abs(net), made.currency)}; rows that you put right since go as they stand now. The books keep both, and the file can be imported again.`}
      >
        <div role="status" className="mb-4 empty:hidden">
          {refusal && (
            <AlertBox kind="negative" fact="Nothing changed.">
              {refusal}
            </AlertBox>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="danger"
            busy={undo.isPending}
            onClick={() =>
              undo.mutate(made.id, {
                onSuccess: () => {
                  toast.success('Import undone');
                  setOpen(false);
                },
              })
            }
          >
            Undo import
          </Button>
          <Button onClick={() => open(false)}>Keep import</Button>
        </div>
      </Dialog>
    </>
  );
}
