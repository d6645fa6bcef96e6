import { useToasts } from '@/lib/toast';
import { useOverlays } from './overlays';

export function Toasts() {
  const toasts = useToasts();
  const overlays = useOverlays(toasts.length > 0);
  return overlays ? <overlays.ToastList toasts={toasts} /> : null;
}
