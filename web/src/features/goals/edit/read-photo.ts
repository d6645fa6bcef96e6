/** The width and height of a stored photo, in pixels. */
const SIZE = 320;
const QUALITIES = [0.85, 0.7, 0.5, 0.3];
/** The bank's limit for the length of a photo's data URL. */
const LONGEST_PHOTO = 60_000;

/**
 * Reads an image file as a square JPEG image from its center, as a data URL. The new image has none of the
 * file's metadata, such as its location. Returns null if the browser can't read the file.
 */
export async function readPhoto(file: File): Promise<string | null> {
  const image = await createImageBitmap(file).catch(() => null);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!image || !context) return null;
  canvas.width = SIZE;
  canvas.height = SIZE;
  const side = Math.min(image.width, image.height);
  // Transparent images get a white background.
  context.fillStyle = 'white';
  context.fillRect(0, 0, SIZE, SIZE);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  context.drawImage(image, left, top, side, side, 0, 0, SIZE, SIZE);
  const photos = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality));
  return photos.find((photo) => photo.length <= LONGEST_PHOTO) ?? null;
}
