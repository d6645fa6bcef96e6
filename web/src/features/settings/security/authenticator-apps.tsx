import type { Factor } from '@supabase/supabase-js';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getProblem } from '@/entities/customer/auth-errors';
import { formatTextDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { AddApp } from './add-app';
import { securityMutations } from './security-mutations';

/** The customer's authenticator apps, whose codes are the second factor. */
export function AuthenticatorApps({ apps }: { apps: Factor[] }) {
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Factor | null>(null);
  return (
    <>
      <p className="mb-4 max-w-170 text-ink-2">
        {apps.length === 0
          ? "Require a code from an app on your phone, so a stolen password isn't enough to sign in."
          : "You'll enter a code from one of these apps each time you sign in."}
      </p>
      {apps.length > 0 && (
        <ul aria-label="Authenticator apps" className="mb-5 divide-y divide-line border-line border-y">
          {apps.map((app) => (
            <li key={app.id} className="flex min-h-13 flex-wrap items-center justify-between gap-3 py-2">
              <span>
                <span className="block font-medium">{getName(app)}</span>
                <span className="block text-ink-3 text-sm">Since {formatTextDate(app.created_at)}</span>
              </span>
              <Button size="sm" onClick={() => setLeaving(app)} aria-label={`Remove ${getName(app)}`}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => setAdding(true)}>{apps.length === 0 ? 'Add app…' : 'Add another app…'}</Button>
      {isAdding && <AddApp count={apps.length} onClose={() => setAdding(false)} />}
      {leaving && <RemoveApp app={leaving} isLast={apps.length === 1} onClose={() => setLeaving(null)} />}
    </>
  );
}

const getName = (app: Factor) => app.friendly_name || 'Authenticator app';

function RemoveApp({ app, isLast, onClose }: { app: Factor; isLast: boolean; onClose: () => void }) {
  const { mutate, isPending, error } = useMutation(securityMutations.removeApp);
  const remove = () =>
    mutate(app.id, {
      onSuccess: () => {
        toast.success(`${getName(app)} removed`);
        onClose();
      },
    });
  const problem = error && getProblem(error);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove “${getName(app)}”?`}
      description={
        isLast
          ? "This is your last app. You'll sign in with only your password."
          : 'Your other apps keep working.'
      }
    >
      {problem && <AlertBox kind="negative" fact={problem.text} className="mb-5" />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" busy={isPending} onClick={remove}>
          Remove app
        </Button>
      </div>
    </Dialog>
  );
}
