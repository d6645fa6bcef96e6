const LARGEST_BYTES = 10 * 1024 * 1024;
const LARGEST_PIXELS = 50_000_000;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
/** As large as it is ever shown, twice over. */
const SIDE = 256;
const QUALITY = 0.86;

/** A picture that the browser could read. */
export type Opened = { image: ImageBitmap; name: string };
/** Which square of a picture: how near (1 is as much as fits), and where its middle is, 0 to 1. */
export type Crop = { zoom: number; x: number; y: number };

/** Reads what was chosen; in a sentence why it is no picture. Only its pixels are kept, whatever else is in the file. */
export async function openPicture(file: File): Promise<Opened | { problem: string }> {
  if (file.size > LARGEST_BYTES)
    return { problem: 'This picture is larger than 10 MB. Choose a smaller one.' };
  if (!TYPES.includes(file.type)) return { problem: 'Choose a PNG, JPEG, or WebP picture.' };
  try {
    const image = await createImageBitmap(file);
    if (image.width * image.height <= LARGEST_PIXELS) return { image, name: file.name };
    image.close();
    return { problem: 'This picture has too many pixels. Choose a smaller one.' };
  } catch {
    return { problem: "We can't read this file as a picture." };
  }
}

/** The square of the picture in its own pixels. */
export function getSquare({ width, height }: { width: number; height: number }, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  const within = (middle: number, whole: number) =>
    Math.max(0, Math.min(whole - side, middle * whole - side / 2));
  return { left: within(x, width), top: within(y, height), side };
}

/** Draws the square into a canvas, whatever size that has. */
export function drawSquare(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const { left, top, side } = getSquare(image, crop);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.imageSmoothingQuality = 'high';
  // Transparent parts are white in every theme.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The square as a small file. */
export async function cutSquare(image: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  drawSquare(canvas, image, crop);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
  if (!made) throw new Error("Your browser couldn't save the picture.");
  return made;
}
