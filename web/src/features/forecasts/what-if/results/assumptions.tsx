import { Dialog } from '@/ui/overlays/dialog';

type WhatIfAssumptionsProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  assumptions: readonly string[];
};

/** Renders the assumptions of both projections. */
export function WhatIfAssumptions({ open, onOpenChange, assumptions }: WhatIfAssumptionsProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Assumptions"
      description="These apply to both this what-if and your current plan."
    >
      <ul className="list-disc space-y-2 pl-5 text-ink-2">
        {assumptions.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Dialog>
  );
}
