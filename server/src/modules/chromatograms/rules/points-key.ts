/** The key of a chromatogram's points in the cache: file, channel and blank. */
export function pointsKey(row: {
  fileKey: string;
  channel: string | null;
  isSubtracted?: boolean;
  blank?: { fileKey: string } | null;
}): string {
  return JSON.stringify([row.fileKey, row.channel, row.isSubtracted ? row.blank?.fileKey : null]);
}
