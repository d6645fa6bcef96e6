import { ImagePlus, X } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { useFilePicker } from '@/ui/forms/files';
import { GoalPicture, PICTURES } from './goal-pictures';
import { readPhoto } from './read-photo';

type PictureFieldProps = {
  value: string;
  onChange: (picture: string) => void;
  /** The photo as a data URL; empty if there is none. */
  photo: string;
  onPhoto: (photo: string) => void;
};

/** Renders a choice of twelve pictures, and of the customer's own photo. Arrow keys move between the pictures. */
export function PictureField({ value, onChange, photo, onPhoto }: PictureFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  async function choose(file: File) {
    const read = await readPhoto(file);
    setProblem(read === null ? 'We can’t read this image. Choose a JPEG, PNG, or WebP image.' : null);
    if (read !== null) onPhoto(read);
  }
  const picker = useFilePicker({
    label: 'Photo',
    accept: 'image/*',
    onFiles: ([file]) => file && void choose(file),
  });
  return (
    <div className="flex flex-col gap-1.5">
      <span id="goal-picture" className="font-medium text-sm">
        Picture
      </span>
      {photo === '' ? (
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
              <Icon className="size-5" />
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      ) : (
        <GoalPicture picture={value} photo={photo} className="size-20 rounded-2" />
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={picker.open}>
          <ImagePlus className="size-4" /> {photo === '' ? 'Use your own photo…' : 'Change photo…'}
        </Button>
        {photo !== '' && (
          <Button size="sm" variant="ghost" onClick={() => onPhoto('')}>
            <X className="size-4" /> Remove photo
          </Button>
        )}
        {picker.field}
      </div>
      <p role="alert" className="text-negative text-sm empty:hidden">
        {problem}
      </p>
    </div>
  );
}
