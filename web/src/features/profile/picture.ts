const LARGEST_BYTES = 10 * 1024 * 1024;
const LARGEST_PIXELS = 50_000_000;
const TYPES = ['image/png', 'image/jpeg', 'image/webp'];
/** The side of the saved picture in pixels. It is twice the largest display size. */
const SIDE = 256;
const QUALITY = 0.86;

export type Opened = { image: ImageBitmap; name: string };
/**
 * The crop of a picture. A zoom of 1 selects the largest possible square. `x` and `y` are the center of the
 * crop, from 0 to 1.
 */
export type Crop = { zoom: number; x: number; y: number };

/**
 * Decodes a picture, or returns a message about the problem. Keeps only the pixels and drops the metadata.
 */
export async function openPicture(file: File): Promise<Opened | { problem: string }> {
  if (file.size > LARGEST_BYTES)
    return { problem: 'This picture is larger than 10 MB. Choose a smaller picture.' };
  if (!TYPES.includes(file.type)) return { problem: 'Choose a PNG, JPEG, or WebP picture.' };
  try {
    const image = await createImageBitmap(file);
    if (image.width * image.height <= LARGEST_PIXELS) return { image, name: file.name };
    image.close();
    return { problem: 'This picture has too many pixels. Choose a smaller picture.' };
  } catch {
    return { problem: "We couldn't open this picture. Choose a different file." };
  }
}

/** Returns the cropped square in the picture's pixel coordinates. */
export function getSquare({ width, height }: { width: number; height: number }, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  const within = (middle: number, whole: number) =>
    Math.max(0, Math.min(whole - side, middle * whole - side / 2));
  return { left: within(x, width), top: within(y, height), side };
}

export function drawSquare(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const { left, top, side } = getSquare(image, crop);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.imageSmoothingQuality = 'high';
  // Transparent parts become white in every theme.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** Returns the cropped square as a compressed WebP file. */
export async function cutSquare(image: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  drawSquare(canvas, image, crop);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
  if (!blob) throw new Error("Your browser couldn't save the picture.");
  return blob;
}
