import { SCENARIO_TOPICS, type ScenarioTopic } from '@engine/scenarios/scenario.ts';
import { topicName } from '../scenario-text';

/** All topics, or one of the six. */
export function TopicFilter({
  topic,
  onTopic,
}: {
  topic: ScenarioTopic | null;
  onTopic: (topic: ScenarioTopic | null) => void;
}) {
  return (
    <div role="group" aria-label="Topic" className="flex flex-wrap gap-2">
      {[null, ...SCENARIO_TOPICS].map((each) => (
        <button
          key={each ?? 'all'}
          type="button"
          aria-pressed={topic === each}
          onClick={() => onTopic(each)}
          className="min-h-8 rounded-full border border-line-strong px-3.5 font-medium text-sm hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-canvas pointer-coarse:min-h-11"
        >
          {each === null ? 'All topics' : topicName(each)}
        </button>
      ))}
    </div>
  );
}
