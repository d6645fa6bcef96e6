import { RadioGroup } from 'radix-ui';
import { PICTURES } from './goal-pictures';

/** Selects one of twelve pictures. Arrow keys move between them. */
export function PictureField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span id="goal-picture" className="font-medium text-sm">
        Picture
      </span>
      <RadioGroup.Root
        aria-labelledby="goal-picture"
        value={value}
        onValueChange={onChange}
        className="flex flex-wrap gap-1"
      >
        {PICTURES.map(({ value: picture, label, icon: Icon }) => (
          <RadioGroup.Item
            key={picture}
            value={picture}
            aria-label={label}
            title={label}
            className="grid size-11 place-items-center rounded-full text-ink-2 hover:bg-sunken data-[state=checked]:bg-accent-soft data-[state=checked]:text-accent-ink data-[state=checked]:ring-2 data-[state=checked]:ring-accent"
          >
            <Icon aria-hidden className="size-5" strokeWidth={1.5} />
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
