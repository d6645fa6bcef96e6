import { useId, useState } from 'react';
import type { Lesson, LessonFacts } from './lesson';

/** A slider with its results as text and bars. */
export function LessonTool({ lesson, facts }: { lesson: Lesson; facts: LessonFacts }) {
  const tool = lesson.tool(facts);
  const [value, setValue] = useState(tool.start);
  const id = useId();
  const { words, bars } = tool.answer(value);
  return (
    <section aria-label="Try it" className="mt-6 border-line border-y py-5 print:break-inside-avoid">
      <label htmlFor={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{tool.label}</span>
        <output htmlFor={id} className="figures font-semibold text-lg">
          {tool.write(value)}
        </output>
      </label>
      <input
        id={id}
        type="range"
        min={tool.from}
        max={tool.to}
        step={tool.step}
        value={value}
        onChange={({ target }) => setValue(Number(target.value))}
        aria-valuetext={tool.write(value)}
        className="mt-2 h-6 w-full accent-accent pointer-coarse:h-11 print:hidden"
      />
      <p aria-live="polite" className="mt-2">
        {words}
      </p>
      <dl className="mt-4 flex flex-col gap-3 text-sm">
        {bars.map((bar) => (
          <div key={bar.label} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
            <dt className="text-ink-2">{bar.label}</dt>
            <dd className="figures font-medium">{bar.value}</dd>
            <dd aria-hidden className="col-span-2 h-2 rounded-full bg-sunken">
              <div className="h-full rounded-full bg-ink" style={{ width: `${bar.share * 100}%` }} />
            </dd>
          </div>
        ))}
      </dl>
      {facts.isExample && <p className="mt-3 text-ink-3 text-sm">Using the example household's numbers.</p>}
    </section>
  );
}
