import { expect, it } from 'vitest';
import { getSquare } from './picture';

it.each([
  [
    { width: 400, height: 200 },
    { zoom: 1, x: 0.5, y: 0.5 },
    { left: 100, top: 0, side: 200 },
  ],
  [
    { width: 400, height: 200 },
    { zoom: 2, x: 0, y: 1 },
    { left: 0, top: 100, side: 100 },
  ],
  [
    { width: 100, height: 100 },
    { zoom: 4, x: 0.5, y: 0.5 },
    { left: 37.5, top: 37.5, side: 25 },
  ],
])('of a picture %j the crop %j is %j, never beyond its edge', (size, crop, square) => {
  expect(getSquare(size, crop)).toEqual(square);
});
