import { dayText } from '@engine/calendar/calendar.ts';
import type { Decision, WhatIf } from '@engine/what-if/what-if.ts';
import { useState } from 'react';
import { getToday } from '@/entities/household/days';
import type { ProjectionInput } from '@/entities/what-if/projection';
import { type CheckpointStart, useWhatIf } from '@/entities/what-if/projections';
import { toast } from '@/lib/toast';
import { ErrorState } from '@/ui/error-state';
import { Segmented } from '@/ui/forms/segmented';
import { Dialog } from '@/ui/overlays/dialog';
import { Skeleton } from '@/ui/skeleton';
import { WhatIfApply } from '../apply/apply-dialog';
import { WhatIfDecisionForm } from '../decisions/decision-form';
import { formatDay, formatDecision } from '../decisions/decision-text';
import { WhatIfDecisions } from '../decisions/decisions';
import { WhatIfStrategies } from '../decisions/strategies';
import type { Measure } from '../outcome';
import { WhatIfCharts } from '../results/charts';
import { WhatIfCoverage } from '../results/coverage';
import { WhatIfDivergences, WhatIfFigures, WhatIfWarning } from '../results/figures';
import { whatIfStore } from '../store';
import { WhatIfHeader } from './header';

const HORIZONS = ['1', '5', '10', '20', '30', '40'] as const;
export type Horizon = (typeof HORIZONS)[number];

type WhatIfBranchProps = {
  customerId: string;
  branch: WhatIf;
  setting: ProjectionInput;
  /**
   * The checkpoint and the actual household's data, for comparison. Set only for what-ifs that start at a
   * checkpoint.
   */
  since?: CheckpointStart;
  horizon: Horizon;
  onHorizon: (horizon: Horizon) => void;
  onCopy: (branch: WhatIf) => void;
  /** Called after the what-if is removed or fully applied. */
  onGone: () => void;
};

type OpenDialog =
  | { kind: 'decision'; decision: Decision | undefined }
  | { kind: 'apply' }
  | { kind: 'assumed' }
  | null;

/** Renders a what-if compared with the baseline: the result, the timeline, and the risks. */
export function WhatIfDetail({
  customerId,
  branch,
  setting,
  since,
  horizon,
  onHorizon,
  onCopy,
  onGone,
}: WhatIfBranchProps) {
  const { decisions } = branch;
  const { row, currency } = setting;
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const [measure, setMeasure] = useState<Measure>('netWorth');
  const { projections, progress, failed, retry } = useWhatIf(setting, decisions, since);
  const decide = (next: Decision[]) => whatIfStore.decide(customerId, branch.id, next);
  const change = (decision: Decision) =>
    decide(decisions.map((item) => (item.id === decision.id ? decision : item)));
  const present = getToday(since?.setting.row ?? row);
  const strategy = decisions.find((decision) => decision.kind === 'debt_strategy');

  function remove(decision: Decision) {
    decide(decisions.filter(({ id }) => id !== decision.id));
    toast.success(`${formatDecision(decision, row, currency).title} removed`, {
      action: { label: 'Undo', onClick: () => decide(decisions) },
    });
  }
  function save(decision: Decision) {
    if (decisions.some(({ id }) => id === decision.id)) change(decision);
    else decide([...decisions, decision]);
    setOpenDialog(null);
  }
  function settle(done: readonly string[]) {
    setOpenDialog(null);
    if (done.length === 0) return;
    const isWhole = decisions.length === 0;
    toast.success(isWhole ? 'What-if applied to your household' : 'Part of this what-if was applied');
    if (!isWhole) return;
    whatIfStore.remove(customerId, branch.id);
    onGone();
  }

  return (
    <>
      <WhatIfHeader
        customerId={customerId}
        branch={branch}
        row={setting.row}
        onApply={() => setOpenDialog({ kind: 'apply' })}
        onCopy={onCopy}
        onGone={onGone}
      />
      <div className="mb-8 flex items-center gap-4">
        <Segmented
          label="Years ahead"
          value={horizon}
          onValueChange={onHorizon}
          options={HORIZONS.map((value) => ({ value, label: value }))}
          className="w-full max-w-90"
        />
        <span aria-hidden className="text-ink-3 text-sm">
          years
        </span>
      </div>
      <SimulationProgress share={progress} years={setting.years} />
      {failed ? (
        <ErrorState title="We couldn't run this what-if." onRetry={retry} />
      ) : projections === null ? (
        <div role="status" aria-label="Loading">
          <Skeleton className="h-24 w-full" />
          <Skeleton className="mt-12 h-72 w-full" />
        </div>
      ) : (
        <div aria-busy={progress !== null}>
          <WhatIfFigures
            {...projections}
            measure={measure}
            today={present}
            assumed={
              <button
                type="button"
                className="asks-why hover:text-ink"
                onClick={() => setOpenDialog({ kind: 'assumed' })}
              >
                assumptions
              </button>
            }
          />
          <WhatIfCharts
            projections={projections}
            setting={setting}
            decisions={decisions}
            measure={measure}
            past={since && dayText(present)}
            onMeasure={setMeasure}
          />
          <Dialog
            open={openDialog?.kind === 'assumed'}
            onClose={() => setOpenDialog(null)}
            title="Assumptions"
            description="These apply to both this what-if and your current plan."
          >
            <ul className="list-disc space-y-2 pl-5 text-ink-2">
              {since && <li>{formatBeginning(since)}</li>}
              {projections.branch.assumptions.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Dialog>
        </div>
      )}
      <div className="mt-12 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-2">
        <div>
          <WhatIfDecisions
            decisions={decisions}
            row={row}
            currency={currency}
            onChange={change}
            onEdit={(decision) => setOpenDialog({ kind: 'decision', decision })}
            onRemove={remove}
            onAdd={() => setOpenDialog({ kind: 'decision', decision: undefined })}
          />
          {projections && (
            <div className="mt-4">
              <WhatIfWarning {...projections} />
            </div>
          )}
        </div>
        {projections && (
          <div className="flex flex-col gap-12">
            <WhatIfCoverage {...projections} />
            <WhatIfDivergences decisions={decisions} projections={projections} row={row} />
          </div>
        )}
      </div>
      {strategy && <WhatIfStrategies decision={strategy} setting={setting} onChange={change} />}
      <Dialog
        open={openDialog?.kind === 'decision'}
        onClose={() => setOpenDialog(null)}
        title={openDialog?.kind === 'decision' && openDialog.decision ? 'Edit decision' : 'Add decision'}
      >
        {openDialog?.kind === 'decision' && (
          <WhatIfDecisionForm decision={openDialog.decision} row={row} currency={currency} onDone={save} />
        )}
      </Dialog>
      {openDialog?.kind === 'apply' && (
        <WhatIfApply
          customerId={customerId}
          branch={branch}
          row={since?.setting.row ?? row}
          then={since && { from: since.from, row }}
          currency={currency}
          onClose={() => setOpenDialog(null)}
          onApplied={settle}
        />
      )}
    </>
  );
}

const formatBeginning = ({ from }: CheckpointStart) =>
  `This what-if starts on ${formatDay(from.day)} from the checkpoint “${from.name}”. Later activity isn't included.`;

/** Reserves space for the progress bar, so that the layout doesn't shift while projections are recomputed. */
function SimulationProgress({ share, years }: { share: number | null; years: number }) {
  const percent = Math.round((share ?? 0) * 100);
  const text = `Simulating ${years === 1 ? 'a year' : `${years} years`}`;
  return (
    <div className="mb-4 h-1">
      {share !== null && (
        <div
          role="progressbar"
          aria-label={text}
          aria-valuenow={percent}
          className="h-full overflow-hidden rounded-full bg-sunken"
        >
          <div
            className="h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${percent}%` }}
          />
        </div>
      )}
    </div>
  );
}
