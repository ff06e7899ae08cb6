/** What the points of a trace are known by: its file and channel, and the blank that was taken off it. */
export function pointsKey(row: {
  fileKey: string;
  channel: string | null;
  isSubtracted?: boolean;
  blank?: { fileKey: string } | null;
}): string {
  return JSON.stringify([row.fileKey, row.channel, row.isSubtracted ? row.blank?.fileKey : null]);
}
