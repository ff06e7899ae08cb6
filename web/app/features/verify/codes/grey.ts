/** The pixels of a canvas: red, green, blue and alpha, row after row. */
export interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** A picture with one byte per pixel. */
export type Grey = Pixels;

const blank = (width: number, height: number): Grey => ({
  data: new Uint8ClampedArray(width * height).fill(255),
  width,
  height,
});

/**
 * Joins each square of `by` × `by` pixels into one. Only one pass, because pictures are large and phones slow.
 * Transparency does not count.
 */
function shrunk({ data, width, height }: Pixels, by: number): Grey {
  const to = blank(Math.max(1, Math.floor(width / by)), Math.max(1, Math.floor(height / by)));
  const share = 256 * by * by;
  for (let y = 0, place = 0; y < to.height; y++) {
    for (let x = 0; x < to.width; x++, place++) {
      let sum = 0;
      for (let row = y * by; row < (y + 1) * by; row++) {
        const start = (row * width + x * by) * 4;
        for (let from = start; from < start + by * 4; from += 4)
          sum += 77 * (data[from] ?? 0) + 150 * (data[from + 1] ?? 0) + 29 * (data[from + 2] ?? 0);
      }
      to.data[place] = sum / share;
    }
  }
  return to;
}

/** The picture in grey, made smaller so that its longer side has about `most` pixels. */
export function greyOf(pixels: Pixels, most: number): Grey {
  const grey = shrunk(pixels, Math.max(1, Math.round(Math.max(pixels.width, pixels.height) / most)));
  return scaled(grey, Math.min(1, most / Math.max(grey.width, grey.height)));
}

export function pixelsOf({ data, width, height }: Grey): Pixels {
  const pixels = new Uint32Array(data.length);
  // Reads the four bytes of a pixel as one number, in the order of all usual machines.
  for (let place = 0; place < data.length; place++)
    pixels[place] = 0x010101 * (data[place] ?? 0) + 0xff000000;
  return { data: new Uint8ClampedArray(pixels.buffer), width, height };
}

/** The brightness of a point between four pixels. Outside the picture everything is white. */
function lightAt({ data, width, height }: Grey, x: number, y: number): number {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const at = (column: number, row: number) =>
    column < 0 || row < 0 || column >= width || row >= height ? 255 : (data[row * width + column] ?? 255);
  const [right, down] = [x - left, y - top];
  return (
    (at(left, top) * (1 - right) + at(left + 1, top) * right) * (1 - down) +
    (at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right) * down
  );
}

/** Scales width and height by `times`. Pixels that are joined get their average. */
export function scaled(grey: Grey, times: number): Grey {
  if (times === 1) return grey;
  const to = blank(Math.max(1, Math.round(grey.width * times)), Math.max(1, Math.round(grey.height * times)));
  const source = times < 0.75 ? boxBlurred(grey, Math.max(1, Math.round((1 / times - 1) / 2))) : grey;
  for (let y = 0, place = 0; y < to.height; y++) {
    const from = Math.min(source.height - 1, Math.max(0, (y + 0.5) / times - 0.5));
    for (let x = 0; x < to.width; x++, place++)
      to.data[place] = lightAt(
        source,
        Math.min(source.width - 1, Math.max(0, (x + 0.5) / times - 0.5)),
        from,
      );
  }
  return to;
}

/** Replaces each pixel by the mean of the pixels within `radius` in its row. */
function rowsBlurred({ data, width, height }: Grey, radius: number): Grey {
  const to = blank(width, height);
  for (let row = 0; row < height; row++) {
    const at = (column: number) => data[row * width + Math.min(width - 1, Math.max(0, column))] ?? 0;
    let sum = 0;
    for (let column = -radius; column <= radius; column++) sum += at(column);
    for (let column = 0; column < width; column++) {
      to.data[row * width + column] = sum / (2 * radius + 1);
      sum += at(column + radius + 1) - at(column - radius);
    }
  }
  return to;
}

function transposed({ data, width, height }: Grey): Grey {
  const to = blank(height, width);
  for (let row = 0, place = 0; row < height; row++)
    for (let column = 0; column < width; column++, place++) to.data[column * height + row] = data[place] ?? 0;
  return to;
}

const boxBlurred = (grey: Grey, radius: number) =>
  transposed(rowsBlurred(transposed(rowsBlurred(grey, radius)), radius));

/** Removes details that are smaller than about `radius` pixels, such as the pixel grid of a screen. */
export const blurred = (grey: Grey, radius: number) => boxBlurred(boxBlurred(grey, radius), radius);

/** The brightness below which the part `share` of all pixels lies. */
function lightBelow(counts: Uint32Array, share: number): number {
  const most = counts.reduce((sum, count) => sum + count, 0) * share;
  let [light, seen] = [0, counts[0] ?? 0];
  while (seen <= most && light < 255) {
    light += 1;
    seen += counts[light] ?? 0;
  }
  return light;
}

/** Makes the darkest hundredth of the pixels black, and the lightest hundredth white. */
export function stretched({ data, width, height }: Grey): Grey {
  const counts = new Uint32Array(256);
  for (const light of data) counts[light] = (counts[light] ?? 0) + 1;
  const [dark, light] = [lightBelow(counts, 0.01), lightBelow(counts, 0.99)];
  const times = 255 / Math.max(1, light - dark);
  return { data: data.map((each) => (each - dark) * times), width, height };
}

/** The picture rotated around its middle. What comes from outside the picture is white. */
export function rotated(grey: Grey, degrees: number): Grey {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const to = blank(
    Math.ceil(Math.abs(grey.width * cos) + Math.abs(grey.height * sin)),
    Math.ceil(Math.abs(grey.width * sin) + Math.abs(grey.height * cos)),
  );
  for (let y = 0, place = 0; y < to.height; y++) {
    const down = y - to.height / 2;
    for (let x = 0; x < to.width; x++, place++) {
      const right = x - to.width / 2;
      to.data[place] = lightAt(
        grey,
        cos * right + sin * down + grey.width / 2,
        cos * down - sin * right + grey.height / 2,
      );
    }
  }
  return to;
}
