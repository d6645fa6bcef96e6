import { type ComponentProps, useId } from 'react';

type SliderProps = Pick<ComponentProps<'input'>, 'min' | 'max' | 'step' | 'className'> & {
  label: string;
  /** Shows the label and the value to screen readers only. */
  hidesLabel?: boolean;
  value: number;
  valueText?: string;
  onValueChange: (value: number) => void;
};

export function Slider({ label, hidesLabel, valueText, onValueChange, className, ...range }: SliderProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className={hidesLabel ? 'sr-only' : 'flex justify-between gap-4'}>
        <span className="font-medium text-sm">{label}</span>
        {!hidesLabel && <span className="figures font-semibold">{valueText}</span>}
      </label>
      <input
        id={id}
        type="range"
        {...range}
        aria-valuetext={valueText}
        onChange={({ target }) => onValueChange(target.valueAsNumber)}
        className="mt-1 h-6 w-full cursor-pointer accent-(--accent) pointer-coarse:h-11"
      />
    </div>
  );
}
