import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('./', import.meta.url));
const css = readFileSync(`${folder}app.css`, 'utf8');
const [, light = '', dark = ''] =
  /:root \{([^}]*)\}[^@]*@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(css) ??
  [];

const texts = ['ink', 'ink-soft', 'ink-faint', 'accent', 'accent-strong', 'good', 'wait', 'bad'];
const surfaces = ['paper', 'sheet', 'wash', 'accent-soft', 'good-soft', 'wait-soft', 'bad-soft'];

/**
 * Relative luminance (WCAG 2.2) of an OKLCH colour; `hue` is in degrees. The matrices are from CSS Color Module Level
 * 4, section 20.
 */
function luminance(lightness: number, chroma: number, hue: number): number {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377773761749 * a + 0.2158037573099136 * b) ** 3;
  const m = (lightness - 0.1055613458156586 * a - 0.0638541728258133 * b) ** 3;
  const s = (lightness - 0.0894841775298119 * a - 1.2914855480194092 * b) ** 3;
  const shown = (part: number) => Math.min(1, Math.max(0, part));
  const red = shown(4.0767416360759574 * l - 3.3077115392580616 * m + 0.2309699031821041 * s);
  const green = shown(-1.2684379732850317 * l + 2.6097573492876887 * m - 0.3413193760026572 * s);
  const blue = shown(-0.0041960761386754 * l - 0.7034186179359362 * m + 1.707614694074611 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastsOf(theme: string): (one: string, other: string) => number {
  const colours = new Map<string, number>();
  for (const [, name = '', l, c, h] of theme.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g))
    colours.set(name, luminance(Number(l), Number(c), Number(h)));
  return (one, other) => {
    const [first, second] = [colours.get(one) ?? Number.NaN, colours.get(other) ?? Number.NaN];
    return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
  };
}

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme has readable colours', (_, theme) => {
  const contrast = contrastsOf(theme);

  it('every text colour has a contrast of 4.5 to 1 on every background', () => {
    for (const text of texts)
      for (const surface of surfaces)
        expect(contrast(text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
    for (const accent of ['accent', 'accent-strong'])
      expect(contrast('on-accent', accent), `on-accent on ${accent}`).toBeGreaterThanOrEqual(4.5);
  });

  it('borders of controls and focus marks have a contrast of 3 to 1', () => {
    for (const ground of ['paper', 'sheet', 'wash'])
      for (const line of ['edge', 'accent'])
        expect(contrast(line, ground), `${line} on ${ground}`).toBeGreaterThanOrEqual(3);
  });
});

describe('components use the colours correctly', () => {
  const strings = globSync('**/*.tsx', { cwd: folder }).flatMap((file) =>
    [...readFileSync(folder + file, 'utf8').matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g)].map(
      ([, , text = '']) => `${file}: ${text}`,
    ),
  );
  const found = (pattern: RegExp) => strings.filter((text) => pattern.test(text));

  it('text uses only the colours for text', () => {
    const other = found(/\btext-(paper|sheet|wash|rule|edge|veil|\w+-soft)\b(?<!text-ink-soft)/);
    expect(other.filter((text) => !/\bmotif\b/.test(text))).toEqual([]);
    const onAccent = found(/\btext-on-accent\b/);
    expect(onAccent.length).toBeGreaterThan(0);
    expect(onAccent.filter((text) => !/\bbg-accent\b/.test(text))).toEqual([]);
  });

  it('only disabled or outdated text is pale', () => {
    expect(
      found(/\b(?:text|bg)-[\w-]+\/\d/).filter((text) => !/absolute inset-y-0|border-good/.test(text)),
    ).toEqual([]);
    const pale = found(/(?<!disabled:)(?<!\w)opacity-(?!0\b|100\b)\d/).map((text) => text.split(':')[0]);
    expect(pale.sort()).toEqual(['features/account/provider-buttons.tsx', 'ui/query-view.tsx']);
  });
});
