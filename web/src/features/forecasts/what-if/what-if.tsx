import type { SpendingRow } from '@engine/forecast/history.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { Rates } from '@engine/money/exchange.ts';
import type { Branch, BranchBeginning } from '@engine/what-if/what-if.ts';
import { type ComponentProps, type DragEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { beginningOf } from './branches/beginnings';
import { type Horizon, WhatIfBranch } from './branches/branch';
import { branchPath, EMPTY_START, WhatIfBranches } from './branches/branches';
import { usePastCheckpoints } from './branches/checkpoints';
import { WhatIfEmpty } from './branches/empty';
import { WhatIfSince } from './branches/from-checkpoint';
import { openBranch } from './branches/share';
import { handedBranch } from './branches/shared-link';
import { branchStore, useBranches } from './branches/store';
import { type Start, startsOf } from './simulation/starting-points';

type WhatIfProps = {
  customerId: string;
  row: HouseholdRow;
  currency: string;
  rates: Rates;
  history: readonly SpendingRow[];
};

const PATH = '/forecasts/what-if';

/** The customer's branches, one of them open. */
export function WhatIf({ customerId, row, currency, rates, history }: WhatIfProps) {
  const branches = useBranches(customerId);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [horizon, setHorizon] = useState<Horizon>('10');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const starts = useMemo(() => startsOf(row, currency), [row, currency]);
  const setting = useMemo(
    () => ({ row, currency, rates, history, years: Number(horizon) }),
    [row, currency, rates, history, horizon],
  );
  const id = pathname.slice(PATH.length + 1);
  const chosen = branches.find((branch) => branch.id === id) ?? branches[0];
  const checkpoints = usePastCheckpoints(row);
  const show = (branch: Branch) => void navigate(branchPath(branch.id));
  const start = ({ name, decisions }: Pick<Start, 'name' | 'decisions'>) =>
    show(branchStore.create(customerId, name, decisions));

  const startAt = (from: BranchBeginning) =>
    show(branchStore.create(customerId, `Something else after ${from.name}`, [], from));

  async function open(file: File | undefined) {
    if (!file) return;
    const read = await openBranch(file);
    setProblem('problem' in read ? read.problem : null);
    if ('problem' in read) return;
    const { name, decisions, from } = read.branch;
    // Starts today if that checkpoint no longer exists.
    const kept = from && checkpoints.some(({ checkpointId }) => checkpointId === from.checkpointId);
    show(branchStore.create(customerId, name, decisions, kept ? from : undefined));
    toast.success(`“${read.branch.name}” opened`);
  }
  function drop(event: DragEvent) {
    event.preventDefault();
    void open(event.dataTransfer.files[0]);
  }
  const chooseFile = () => input.current?.click();
  const search = useSearchParams()[0];
  const [asked, handed] = [search.get('begin'), search.get('branch')];
  const isBegun = useRef(false);
  useEffect(() => {
    // Once a visit, and never a second branch of the same name.
    if ((asked === null && handed === null) || isBegun.current) return;
    isBegun.current = true;
    const found = handed === null ? beginningOf(asked ?? '', row, currency) : handedBranch(handed);
    const usable = found?.missing === null ? found : null;
    if (!usable) setProblem(found?.missing ?? "That starting point doesn't exist.");
    const branch =
      usable &&
      (branchStore.of(customerId).find(({ name }) => name === usable.name) ??
        branchStore.create(customerId, usable.name, usable.decisions));
    void navigate(branch ? branchPath(branch.id) : PATH, { replace: true });
  }, [asked, handed, row, currency, customerId, navigate]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the buttons are the first.
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <div role="status" className="mb-6 empty:hidden">
        {problem && (
          <AlertBox kind="negative" fact="We couldn't open the what-if.">
            {problem}
          </AlertBox>
        )}
      </div>
      {chosen ? (
        <>
          <WhatIfBranches
            branches={branches}
            chosen={chosen.id}
            starts={starts}
            checkpoints={checkpoints}
            onStart={start}
            onCheckpoint={startAt}
            onOpenFile={chooseFile}
          />
          <ChosenBranch
            key={chosen.id}
            customerId={customerId}
            branch={chosen}
            setting={setting}
            horizon={horizon}
            onHorizon={setHorizon}
            onCopy={show}
            onGone={() => void navigate(PATH)}
          />
        </>
      ) : (
        <WhatIfEmpty
          starts={starts}
          checkpoints={checkpoints}
          onStart={start}
          onCheckpoint={startAt}
          onEmpty={() => start(EMPTY_START)}
          onOpenFile={chooseFile}
        />
      )}
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="What-if file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          void open(target.files?.[0]);
          // The same file can be chosen once more.
          target.value = '';
        }}
      />
    </div>
  );
}

function ChosenBranch({ branch, ...rest }: ComponentProps<typeof WhatIfBranch>) {
  const { from } = branch;
  return from ? (
    <WhatIfSince branch={{ ...branch, from }} {...rest} />
  ) : (
    <WhatIfBranch branch={branch} {...rest} />
  );
}
