/** Type and size of a stored file: 'PDF, 1.2 MB'. */
export function fileWords({ name, bytes }: { name: string; bytes: number }): string {
  const kind = /\.([^.]+)$/.exec(name)?.[1]?.toUpperCase();
  const size =
    bytes < 1_000
      ? `${bytes} bytes`
      : bytes < 1_000_000
        ? `${Math.round(bytes / 1_000)} kB`
        : `${(bytes / 1_000_000).toFixed(1)} MB`;
  return kind ? `${kind}, ${size}` : size;
}
