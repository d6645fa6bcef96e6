import { fromWhatIfFile } from '@engine/what-if/file.ts';
import { fromSharedWhatIf } from '@engine/what-if/share.ts';
import type { WhatIf, WhatIfStart } from '@engine/what-if/what-if.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { getToday } from '@/entities/household/days';
import { todaysHouseholdQuery } from '@/entities/household/todays-household';
import type { ProjectionInput } from '@/entities/what-if/projection';
import { formatCount } from '@/lib/count';
import { useSharedText } from '@/lib/navigation/use-shared-text';
import { parseJson } from '@/lib/parse-json';
import { toast } from '@/lib/toast';
import { Problem } from '@/ui/alert-box';
import { EmptyState } from '@/ui/empty-state';
import { ExampleCurve } from '@/ui/examples';
import { DropArea, useFilePicker } from '@/ui/forms/files';
import { LinkButton } from '@/ui/link';
import { combineQueries, Loaded } from '@/ui/loaded';
import { SkeletonChart } from '@/ui/skeleton';
import { type Horizon, WhatIfDetail } from './list/branch';
import { openWhatIfFile } from './list/header';
import { WhatIfOverview } from './list/overview';
import { usePastCheckpoints, WhatIfEmpty, WhatIfFromCheckpoint, WhatIfList } from './list/what-if-list';
import { USUAL_YEARS, whatIfPath } from './outcome';
import { getCurrency, useProjectionData } from './setting';
import { getStarts, getWhatIfStart, type Start } from './starts';
import { useWhatIfs, whatIfStore } from './store';

const FAILURE = "We couldn't load your household.";

export function WhatIfSection() {
  const me = useQuery(customerQueries.me());
  const household = useQuery(todaysHouseholdQuery());
  return (
    <Loaded from={combineQueries(me, household)} failure={FAILURE} placeholder={<SkeletonChart />}>
      {([customer, row]) =>
        row?.accounts.some(({ closed }) => !closed) ? (
          <WhatIfs customerId={customer.id} row={row} currency={getCurrency(row, customer.base_currency)} />
        ) : (
          <EmptyState
            title="Nothing to compare yet"
            example={<ExampleCurve rises from="Current plan" to="What-if" start="Today" end="5 years" />}
            action={
              <LinkButton to="/create-account" variant="primary">
                Open account
              </LinkButton>
            }
          >
            Open an account first. What-ifs start from your current finances.
          </EmptyState>
        )
      }
    </Loaded>
  );
}

function WhatIfs(props: Pick<WhatIfProps, 'customerId' | 'row' | 'currency'>) {
  const all = useProjectionData(props.customerId, props.row, props.currency);
  return (
    <Loaded from={all} failure={FAILURE} placeholder={<SkeletonChart />}>
      {([history, todaysRates]) => <WhatIfPage {...props} history={history} rates={todaysRates} />}
    </Loaded>
  );
}

type WhatIfProps = { customerId: string } & Pick<ProjectionInput, 'row' | 'currency' | 'rates' | 'history'>;

const PATH = '/forecasts/what-if';

/** Renders the overview of the customer's what-ifs, or the details of the open what-if. */
function WhatIfPage({ customerId, row, currency, rates, history }: WhatIfProps) {
  const branches = useWhatIfs(customerId);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [horizon, setHorizon] = useState<Horizon>(`${USUAL_YEARS}`);
  const [problem, setProblem] = useState<string | null>(null);
  const starts = useMemo(() => getStarts(row, currency), [row, currency]);
  const setting = useMemo(
    () => ({ row, currency, rates, history, years: Number(horizon) }),
    [row, currency, rates, history, horizon],
  );
  const id = pathname.slice(PATH.length + 1);
  const chosen = branches.find((branch) => branch.id === id);
  const checkpoints = usePastCheckpoints(row);
  const show = (branch: WhatIf) => void navigate(whatIfPath(branch.id));
  const start = ({ name, decisions }: Pick<Start, 'name' | 'decisions'>) =>
    show(whatIfStore.create(customerId, name, decisions));

  const startAt = (from: WhatIfStart) =>
    show(whatIfStore.create(customerId, `A different plan after ${from.name}`, [], from));

  async function open(file: File | undefined) {
    if (!file) return;
    const read = await openWhatIfFile(file);
    setProblem('problem' in read ? read.problem : null);
    if ('problem' in read) return;
    const { name, decisions, from } = read.branch;
    // Starts today if the checkpoint no longer exists.
    const kept = from && checkpoints.some(({ checkpointId }) => checkpointId === from.checkpointId);
    show(whatIfStore.create(customerId, name, decisions, kept ? from : undefined));
    toast.success(`“${read.branch.name}” opened`);
  }
  const openFirst = ([file]: readonly File[]) => void open(file);
  const picker = useFilePicker({
    label: 'What-if file',
    accept: 'application/json,.json',
    onFiles: openFirst,
  });
  const startingPoints = {
    starts,
    checkpoints,
    onStart: start,
    onCheckpoint: startAt,
    onOpenFile: picker.open,
  };
  useSharedText((text) => {
    const shared = fromSharedWhatIf(text === null ? null : parseJson(text), row, getToday(row));
    if (shared && shared.decisions.length > 0) {
      const branch = whatIfStore.create(customerId, shared.name, shared.decisions);
      void navigate(whatIfPath(branch.id), { replace: true });
      toast.success(`“${shared.name}” opened`, describeLeftOut(shared.leftOut));
      return;
    }
    setProblem(
      shared
        ? 'Its decisions need accounts or debts that you don’t have.'
        : "This link doesn't contain a what-if we can read.",
    );
    void navigate(PATH, { replace: true });
  });
  const search = useSearchParams()[0];
  const [startId, sharedBranch] = [search.get('begin'), search.get('branch')];
  const isStarted = useRef(false);
  useEffect(() => {
    // Runs once per visit and never creates a second what-if with the same name.
    if ((startId === null && sharedBranch === null) || isStarted.current) return;
    isStarted.current = true;
    const start =
      sharedBranch === null ? getWhatIfStart(startId ?? '', row, currency) : readSharedWhatIf(sharedBranch);
    const usable = start?.missing === null ? start : null;
    if (!usable) setProblem(start?.missing ?? "That starting point doesn't exist.");
    const branch =
      usable &&
      (whatIfStore.of(customerId).find(({ name }) => name === usable.name) ??
        whatIfStore.create(customerId, usable.name, usable.decisions));
    void navigate(branch ? whatIfPath(branch.id) : PATH, { replace: true });
  }, [startId, sharedBranch, row, currency, customerId, navigate]);

  return (
    <DropArea label="What-if" onFiles={openFirst}>
      <Problem fact="We couldn't open the what-if." className="mb-6">
        {problem}
      </Problem>
      {branches.length === 0 ? (
        <WhatIfEmpty {...startingPoints} />
      ) : (
        <>
          <WhatIfList {...startingPoints} branches={branches} chosen={chosen?.id ?? ''} />
          {chosen ? (
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
          ) : (
            <WhatIfOverview branches={branches} setting={setting} />
          )}
        </>
      )}
      {picker.field}
    </DropArea>
  );
}

const describeLeftOut = (leftOut: number) =>
  leftOut === 0
    ? { description: 'Its results use your own accounts and debts.' }
    : {
        description: `${formatCount(leftOut, 'decision')} ${leftOut === 1 ? 'needs' : 'need'} accounts or debts that you don’t have.`,
      };

function ChosenBranch({ branch, ...rest }: ComponentProps<typeof WhatIfDetail>) {
  const { from } = branch;
  return from ? (
    <WhatIfFromCheckpoint branch={{ ...branch, from }} {...rest} />
  ) : (
    <WhatIfDetail branch={branch} {...rest} />
  );
}

/**
 * Parses the what-if in a URL, such as `/forecasts/what-if?branch={"name":…,"decisions":…}` from the
 * assistant.
 */
function readSharedWhatIf(text: string): Pick<Start, 'name' | 'decisions' | 'missing'> {
  const branch = fromWhatIfFile({ id: crypto.randomUUID(), ...(parseJson(text) as object | null) });
  return branch
    ? { ...branch, missing: null }
    : { name: '', decisions: [], missing: "This link doesn't contain a what-if we can read." };
}
