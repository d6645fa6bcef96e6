import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { type Crop, cutSquare, drawSquare, getSquare, type Opened } from './picture';

const SHOWN_PIXELS = 512;
const NEAREST = 4;

/** Crops a picture to a square, by dragging or with three sliders. */
export function CropDialog({
  opened: { image },
  onSave,
  onClose,
}: {
  opened: Opened;
  onSave: (picture: Blob) => Promise<void>;
  onClose: () => void;
}) {
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 });
  const [isSaving, setSaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawSquare(canvas.current, image, crop);
  }, [image, crop]);
  const move = ({ buttons, movementX, movementY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    if (buttons !== 1) return;
    const { side } = getSquare(image, crop);
    const scale = side / currentTarget.clientWidth;
    setCrop({
      ...crop,
      x: clamp(crop.x - (movementX * scale) / image.width),
      y: clamp(crop.y - (movementY * scale) / image.height),
    });
  };
  async function save() {
    setSaving(true);
    setFailed(false);
    try {
      await onSave(await cutSquare(image, crop));
    } catch {
      setFailed(true);
      setSaving(false);
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Crop picture">
      <canvas
        ref={canvas}
        width={SHOWN_PIXELS}
        height={SHOWN_PIXELS}
        aria-label="Picture preview"
        role="img"
        onPointerMove={move}
        className="mx-auto mb-5 size-64 cursor-move touch-none rounded-full border border-line"
      />
      <div className="flex flex-col gap-3">
        <Slider
          label="Zoom"
          value={crop.zoom}
          least={1}
          most={NEAREST}
          onChange={(zoom) => setCrop({ ...crop, zoom })}
        />
        <Slider label="Horizontal position" value={crop.x} onChange={(x) => setCrop({ ...crop, x })} />
        <Slider label="Vertical position" value={crop.y} onChange={(y) => setCrop({ ...crop, y })} />
      </div>
      <p role="status" className="mt-3 text-negative text-sm empty:hidden">
        {hasFailed && "We couldn't save the picture. Try again."}
      </p>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" busy={isSaving} onClick={() => void save()}>
          Save picture
        </Button>
      </div>
    </Dialog>
  );
}

const clamp = (part: number) => Math.max(0, Math.min(1, part));

function Slider({
  label,
  value,
  least = 0,
  most = 1,
  onChange,
}: {
  label: string;
  value: number;
  least?: number;
  most?: number;
  onChange: (value: number) => void;
}) {
  return (
    <label className="flex min-h-11 items-center gap-4 text-sm">
      <span className="w-28 font-medium">{label}</span>
      <input
        type="range"
        min={least}
        max={most}
        step={0.01}
        value={value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="flex-1 accent-accent"
      />
    </label>
  );
}
