import { useMutation } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { Link } from 'react-router';
import type { ScenarioRunSummary } from '@/entities/scenario/scenario-run';
import { downloadText } from '@/lib/download';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Menu, MenuItem, MenuSeparator } from '@/ui/overlays/menu';
import { scenarioMutations } from '../mutations';
import { RunStatus } from '../run/run-status';
import { formatScenario } from '../scenario-text';
import type { ScenarioEntry } from '../scenarios';

/** A scenario in the catalog: topics, duration, and the customer's best result. */
export function ScenarioRow({ story, best }: { story: ScenarioEntry; best: ScenarioRunSummary | undefined }) {
  const { pack, path, text } = story;
  return (
    <li>
      <div className="relative -mx-2.5 flex items-start gap-3 rounded-2 px-2.5 py-4 hover:bg-sunken">
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-x-10 gap-y-2 md:grid-cols-[minmax(0,1fr)_14rem]">
          <div>
            <Link to={path} className="font-semibold text-lg after:absolute after:inset-0">
              {pack.title}
            </Link>
            <p className="mt-0.5 max-w-160 text-ink-2">{pack.teaches}</p>
            <p className="mt-1 text-ink-3 text-sm">{formatScenario(pack)}</p>
          </div>
          {best && (
            <div className="text-sm md:pt-1 md:text-right">
              <RunStatus play={best} />
            </div>
          )}
        </div>
        <StoryMenu story={story} onSave={() => downloadText(`${pack.id}.json`, text, 'application/json')} />
      </div>
    </li>
  );
}

function StoryMenu({ story: { pack, rowId, text }, onSave }: { story: ScenarioEntry; onSave: () => void }) {
  const remove = useMutation(scenarioMutations.remove);
  const keep = useMutation(scenarioMutations.keep);
  const deleteIt = (id: string) =>
    remove.mutate(id, {
      onSuccess: () =>
        toast.success(`“${pack.title}” removed`, {
          // The undo works, and failures are reported, even after the row is gone.
          action: { label: 'Undo', onClick: () => void keep.mutateAsync(text).catch(() => {}) },
        }),
    });
  return (
    <Menu
      trigger={
        <Button variant="ghost" aria-label={`More options for ${pack.title}`} className="relative px-2.5!">
          <Ellipsis aria-hidden className="size-5" strokeWidth={1.5} />
        </Button>
      }
    >
      <MenuItem onSelect={onSave}>Download file</MenuItem>
      {rowId && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => deleteIt(rowId)}>Delete</MenuItem>
        </>
      )}
    </Menu>
  );
}
