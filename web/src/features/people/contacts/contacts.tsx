import { useMutation } from '@tanstack/react-query';
import { Ban, Ellipsis, HandCoins, History, Pencil, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Form } from '@/ui/forms/form';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import { Menu, MenuAction, MenuSeparator } from '@/ui/overlays/menu';
import { Section } from '@/ui/page';
import { RowList } from '@/ui/row-list';
import { peopleMutations } from '../mutations';
import { type ContactFields, contactSchema, renameSchema } from '../pay/people-schema';
import type { Contact, PeerPayment } from '../queries';

const FIRST_SHOWN = 8;

type ContactsProps = {
  contacts: readonly Contact[];
  payments: readonly PeerPayment[];
  onMoney: (verb: 'pay' | 'ask', address: string) => void;
  onHistory: (address: string) => void;
};

/** Renders the customer's contacts. Favorites come first, and blocked contacts come last. */
export function Contacts({ contacts, payments, onMoney, onHistory }: ContactsProps) {
  const [edited, setEdited] = useState<Contact | 'new' | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const sorted = contacts.toSorted((a, b) => Number(a.blocked) - Number(b.blocked));
  const shown = isWhole ? sorted : sorted.slice(0, FIRST_SHOWN);
  return (
    <Section
      title="Contacts"
      aside={
        <button type="button" className="text-link" onClick={() => setEdited('new')}>
          Add contact
        </button>
      }
    >
      {contacts.length === 0 ? (
        <p className="text-ink-2">People you pay or request money from appear here.</p>
      ) : (
        <RowList label="Contacts">
          {shown.map((contact) => (
            <ContactRow
              key={contact.id}
              contact={contact}
              last={payments.find(
                ({ address, state }) =>
                  address !== null && address === contact.address && state === 'completed',
              )}
              onRename={() => setEdited(contact)}
              onMoney={onMoney}
              onHistory={onHistory}
            />
          ))}
        </RowList>
      )}
      {sorted.length > shown.length && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => setIsWhole(true)}>
          Show all {sorted.length}
        </Button>
      )}
      <ContactDialog contact={edited} contacts={contacts} onClose={() => setEdited(null)} />
    </Section>
  );
}

type ContactRowProps = Pick<ContactsProps, 'onMoney' | 'onHistory'> & {
  contact: Contact;
  last: PeerPayment | undefined;
  onRename: () => void;
};

function ContactRow({ contact, last, onRename, onMoney, onHistory }: ContactRowProps) {
  const change = useMutation(peopleMutations.changeContact);
  const remove = useMutation(peopleMutations.deleteContact);
  const restore = useMutation(peopleMutations.restoreContact);
  const { id, name, address, favorite, blocked } = contact;

  function deleteContact() {
    remove.mutate(contact, {
      onSuccess: (deleted) =>
        toast.success(`${name} deleted from your contacts`, {
          ...(address && { action: { label: 'Undo', onClick: () => restore.mutate(deleted) } }),
        }),
    });
  }
  function block() {
    change.mutate(
      { id, blocked: !blocked },
      {
        onSuccess: () =>
          toast.success(blocked ? `${name} unblocked` : `${name} blocked. We won't notify them.`),
      },
    );
  }
  return (
    <li className="flex items-center gap-2 py-2">
      <Button
        variant="ghost"
        className="px-2.5!"
        aria-pressed={favorite}
        aria-label={`Favorite: ${name}`}
        onClick={() => change.mutate({ id, favorite: !favorite })}
      >
        <Star className="size-5" fill={favorite ? 'currentColor' : 'none'} />
      </Button>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium">{name}</span> {blocked && <Badge>Blocked</Badge>}
        </p>
        <p className="truncate text-ink-3 text-sm">
          {last
            ? `${last.direction === 'out' ? 'Paid' : 'Received'} ${formatMoney(last.amount, last.currency)} on ${formatListDate(last.day)}`
            : (address ?? 'no email address')}
        </p>
      </div>
      {!blocked && address && (
        <Button aria-label={`Pay ${name}`} onClick={() => onMoney('pay', address)}>
          Pay
        </Button>
      )}
      <Menu
        trigger={
          <Button variant="ghost" className="px-2.5!" aria-label={`More options for ${name}`}>
            <Ellipsis className="size-5" />
          </Button>
        }
      >
        {!blocked && address && (
          <MenuAction icon={HandCoins} label="Request money" onSelect={() => onMoney('ask', address)} />
        )}
        {address && <MenuAction icon={History} label="Payment history" onSelect={() => onHistory(address)} />}
        <MenuAction icon={Pencil} label="Rename" onSelect={onRename} />
        <MenuAction icon={Ban} label={blocked ? 'Unblock' : 'Block'} onSelect={block} />
        <MenuSeparator />
        <MenuAction icon={Trash2} label="Delete" onSelect={deleteContact} />
      </Menu>
    </li>
  );
}

type ContactDialogProps = {
  /** The contact to rename, or `new` to add a contact. Null while the dialog is closed. */
  contact: Contact | 'new' | null;
  contacts: readonly Contact[];
  onClose: () => void;
};

function ContactDialog({ contact, contacts, onClose }: ContactDialogProps) {
  return (
    <Dialog
      open={contact !== null}
      onClose={onClose}
      title={contact === 'new' ? 'Add contact' : 'Rename contact'}
    >
      {contact && (
        <ContactForm contact={contact === 'new' ? null : contact} contacts={contacts} onDone={onClose} />
      )}
    </Dialog>
  );
}

type ContactFormProps = { contact: Contact | null; contacts: readonly Contact[]; onDone: () => void };

function ContactForm({ contact, contacts, onDone }: ContactFormProps) {
  const add = useMutation(peopleMutations.addContact);
  const change = useMutation(peopleMutations.changeContact);
  const { control, submit, isSubmitting, setError } = useBankForm<ContactFields, ContactFields>({
    schema: contact ? renameSchema : contactSchema,
    defaults: { name: contact?.name ?? '', address: '' },
    currency: 'USD',
    fieldByCode: { BADNM: 'name' },
    refusedField: 'address',
    onSubmit: async (details) => {
      if (contacts.some(({ address }) => address === details.address)) {
        setError('address', { message: 'This address is already in your contacts.' });
        return;
      }
      if (contact) await change.mutateAsync({ id: contact.id, name: details.name });
      else await add.mutateAsync(details);
      onDone();
    },
  });
  return (
    <Form onSubmit={submit} busy={isSubmitting} verb={contact ? 'Save name' : 'Add contact'}>
      <TextField control={control} name="name" label="Name" autoFocus />
      {!contact && <TextField control={control} name="address" label="Email address" type="email" />}
    </Form>
  );
}
