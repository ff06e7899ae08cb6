import { cleanWords } from './acquisition.ts';
import type { Thousands, TraceWarning } from './types.ts';

/** One detector or wavelength of a file that has several. */
export type Channel = { name: string; nm: number | null; isUv: boolean };

/** The channel that a person wants, by name or wavelength. By default, the channel that shows peptides. */
export type ChannelWish = {
  channel?: string | undefined;
  preferredNm?: number | undefined;
  /** How to read numbers that have two meanings, such as '1,234'. */
  thousands?: Thousands | undefined;
};

/** At these wavelengths the bonds of peptides absorb light. */
const USUAL_NM = [214, 220] as const;
const PEPTIDE_NM = { from: 210, to: 230 } as const;
/** How far the wavelength of a channel may be from the wanted one. */
const SAME_NM = 5;
const MOST_NAMED = 8;

/**
 * Chooses a channel of a file: by the wanted name, otherwise the nearest wavelength, otherwise 214, 220 or 210 to 230
 * nm, otherwise the first UV channel. `names`: what a person can choose from.
 */
export function chooseChannel<C extends Channel>(
  channels: readonly [C, ...C[]],
  { channel, preferredNm }: ChannelWish,
): { chosen: C; names: string[]; warnings: TraceWarning[] } {
  const names = channels.map(({ name }) => cleanWords(name));
  const nearest = (all: readonly C[], to: number) =>
    all
      .filter(({ nm }) => nm !== null)
      .toSorted((one, other) => Math.abs((one.nm ?? 0) - to) - Math.abs((other.nm ?? 0) - to))[0];
  const inRange = channels.filter(({ nm }) => nm !== null && nm >= PEPTIDE_NM.from && nm <= PEPTIDE_NM.to);
  const usual = USUAL_NM.map((nm) => channels.find((channel) => channel.nm === nm)).find(Boolean);
  const chosen =
    (channel === undefined ? undefined : channels[names.indexOf(channel)]) ??
    (preferredNm === undefined ? (usual ?? nearest(inRange, USUAL_NM[0])) : nearest(channels, preferredNm)) ??
    channels.find(({ isUv }) => isUv) ??
    channels[0];
  const warnings: TraceWarning[] = [];
  if (channels.length > 1) {
    const others = channels.filter((channel) => channel !== chosen).map(({ name }) => `“${name}”`);
    const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : '';
    warnings.push({
      code: 'several_channels',
      text: `The file holds ${channels.length} channels: “${chosen.name}” was read, not ${others.slice(0, MOST_NAMED).join(', ')}${more}.`,
    });
  }
  if (preferredNm !== undefined && chosen.nm !== null && Math.abs(chosen.nm - preferredNm) > SAME_NM) {
    warnings.push({
      code: 'other_wavelength',
      text: `The trace is of ${chosen.nm} nm; ${preferredNm} nm was asked for.`,
    });
  }
  return { chosen, names: channels.length > 1 ? askable(names) : [], warnings };
}

/** Names that identify exactly one channel. */
function askable(names: (string | null)[]): string[] {
  const counts = Map.groupBy(names, (name) => name);
  return names.filter((name) => name !== null && counts.get(name)?.length === 1) as string[];
}
