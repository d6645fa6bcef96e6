import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { Dialog } from '@/ui/overlays/dialog';
import { peopleMutations } from '../mutations';
import { type ContactFields, contactSchema, renameSchema } from '../pay/people-schema';
import type { Contact } from '../queries';

type ContactDialogProps = {
  /** `new` adds one. */
  contact: Contact | 'new' | null;
  contacts: readonly Contact[];
  onClose: () => void;
};

export function ContactDialog({ contact, contacts, onClose }: ContactDialogProps) {
  return (
    <Dialog
      open={contact !== null}
      onOpenChange={(open) => !open && onClose()}
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
  const { register, handleSubmit, setError, formState } = useForm<ContactFields>({
    resolver: zodResolver(contact ? renameSchema : contactSchema),
    defaultValues: { name: contact?.name ?? '', address: '' },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const save = handleSubmit(async (details) => {
    if (contacts.some(({ address }) => address === details.address)) {
      setError('address', { message: 'This address is already in your contacts.' });
      return;
    }
    try {
      if (contact) await change.mutateAsync({ id: contact.id, name: details.name });
      else await add.mutateAsync(details);
      onDone();
    } catch (error) {
      if (isRefusal(error)) setError(error.code === 'BADNM' ? 'name' : 'address', { message: error.message });
    }
  });
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <Field label="Name" error={errors.name?.message}>
        {(props) => <TextInput {...props} autoFocus autoComplete="off" {...register('name')} />}
      </Field>
      {!contact && (
        <Field label="Email address" error={errors.address?.message}>
          {(props) => <TextInput {...props} type="email" autoComplete="off" {...register('address')} />}
        </Field>
      )}
      <Button type="submit" variant="primary" size="lg" busy={add.isPending || change.isPending}>
        {contact ? 'Save name' : 'Add contact'}
      </Button>
    </form>
  );
}
