import { type ComponentProps, useId } from 'react';

type SliderProps = Pick<ComponentProps<'input'>, 'min' | 'max' | 'step'> & {
  label: string;
  value: number;
  /** The value as text. */
  words: string;
  onValueChange: (value: number) => void;
};

export function Slider({ label, words, onValueChange, ...range }: SliderProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex justify-between gap-4">
        <span className="font-medium text-sm">{label}</span>
        <span className="figures font-semibold">{words}</span>
      </label>
      <input
        id={id}
        type="range"
        {...range}
        aria-valuetext={words}
        onChange={({ target }) => onValueChange(target.valueAsNumber)}
        className="mt-1 h-6 w-full cursor-pointer accent-(--accent) pointer-coarse:h-11"
      />
    </div>
  );
}
