/** The key under which a trace's points are cached: file, channel, and subtracted blank. */
export function pointsKey(row: {
  fileKey: string;
  channel: string | null;
  isSubtracted?: boolean;
  blank?: { fileKey: string } | null;
}): string {
  return JSON.stringify([row.fileKey, row.channel, row.isSubtracted ? row.blank?.fileKey : null]);
}
