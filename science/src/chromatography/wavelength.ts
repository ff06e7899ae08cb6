/** Wavelength range of UV-visible detectors. */
const RANGE_NM = { from: 180, to: 900 } as const;

/** The wavelength in nm if the text states exactly one ('HPLC-UV, 214 nm'); otherwise null. */
export function wavelengthIn(words: string): number | null {
  const named = [...words.matchAll(/(?<![\d.,])(\d{3})(?:[.,]\d+)?\s?nm\b|\bSig=(\d{3})/gi)]
    .map((match) => Number(match[1] ?? match[2]))
    .filter((nm) => nm >= RANGE_NM.from && nm <= RANGE_NM.to);
  const [only, ...others] = new Set(named);
  return only === undefined || others.length > 0 ? null : only;
}

/** The wavelength in the name of a channel: 'UV_214', 'A220', 'mAU@214', '214'. */
export function wavelengthOfChannel(name: string): number | null {
  const short =
    /(?:^|\bUV|\bWVL|\bABS|(?<![a-z])A|@|\u03bb)[ _:=-]*(\d{3})(?:[.,]\d+)?(?=$|[^\p{L}\p{N}])/iu.exec(
      name,
    )?.[1];
  const nm = Number(short);
  return wavelengthIn(name) ?? (nm >= RANGE_NM.from && nm <= RANGE_NM.to ? nm : null);
}
