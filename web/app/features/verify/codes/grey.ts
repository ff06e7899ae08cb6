/** Pixels as a canvas gives them: red, green, blue and alpha, row after row. */
export interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** A picture of one byte a pixel. */
export type Grey = Pixels;

const blank = (width: number, height: number): Grey => ({
  data: new Uint8ClampedArray(width * height).fill(255),
  width,
  height,
});

/** What is transparent counts as white paper. */
export function greyOf({ data, width, height }: Pixels): Grey {
  const grey = blank(width, height);
  for (let to = 0, from = 0; to < grey.data.length; to++, from += 4) {
    const light = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
    grey.data[to] = 255 - ((data[from + 3] ?? 0) * (255 - light)) / 255;
  }
  return grey;
}

export function pixelsOf({ data, width, height }: Grey): Pixels {
  const pixels = new Uint8ClampedArray(data.length * 4).fill(255);
  for (let from = 0, to = 0; from < data.length; from++, to += 4) {
    const light = data[from] ?? 0;
    pixels[to] = light;
    pixels[to + 1] = light;
    pixels[to + 2] = light;
  }
  return { data: pixels, width, height };
}

/** The light between four pixels; white outside of the picture. */
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

/** `times` as wide and as high. Pixels that become one are averaged. */
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

/** Each pixel becomes the mean of those up to `radius` away in its row; the edge goes on outside. */
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

/** Without what is finer than about `radius` pixels, such as the grid of a screen. */
export const blurred = (grey: Grey, radius: number) => boxBlurred(boxBlurred(grey, radius), radius);

/** How light the pixel is before which, from the darkest on, `share` of all pixels come. */
function lightBelow(counts: Uint32Array, share: number): number {
  const most = counts.reduce((sum, count) => sum + count, 0) * share;
  let [light, seen] = [0, counts[0] ?? 0];
  while (seen <= most && light < 255) {
    light += 1;
    seen += counts[light] ?? 0;
  }
  return light;
}

/** From black to white: the darkest and the lightest hundredth become those. */
export function stretched({ data, width, height }: Grey): Grey {
  const counts = new Uint32Array(256);
  for (const light of data) counts[light] = (counts[light] ?? 0) + 1;
  const [dark, light] = [lightBelow(counts, 0.01), lightBelow(counts, 0.99)];
  const times = 255 / Math.max(1, light - dark);
  return { data: data.map((each) => (each - dark) * times), width, height };
}

/** Turned about its middle; what comes from outside is white. */
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
