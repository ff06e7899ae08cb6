import { useQuery } from '@tanstack/react-query';
import { signedLink } from '../lib/signed-link';
import { Skeleton } from './states';

/** A stored picture that not everybody may see: a browser sends no token for a picture, so its address is signed. */
export function SignedImage({
  path,
  alt,
  width,
  height,
  className = '',
}: {
  /** The picture's own address. */
  path: string;
  alt: string;
  width: number;
  height: number;
  className?: string;
}) {
  // The address ends after five minutes; a picture that is shown by then stays.
  const link = useQuery({ queryKey: ['signed', path], queryFn: () => signedLink(path), staleTime: 240_000 });
  if (!link.data) return <Skeleton className={`aspect-4/3 ${className}`} />;
  return (
    <img
      src={link.data}
      alt={alt}
      width={width}
      height={height}
      decoding="async"
      className={className}
      onError={() => {
        if (!link.isFetching && link.isStale) void link.refetch();
      }}
    />
  );
}

export interface Picture {
  id: string;
  url: string;
  width: number;
  height: number;
}

/** Small pictures in a row, each with its caption. */
export function PictureRow<P extends Picture>({
  pictures,
  alt,
  caption,
  action,
}: {
  pictures: P[];
  caption: (picture: P) => string;
  /** What is seen, for those who do not see it; the caption says the rest. */
  alt: string;
  /** Under a picture, such as a button. */
  action?: (picture: P) => React.ReactNode;
}) {
  return (
    <ul className="grid gap-4 [grid-template-columns:repeat(auto-fill,minmax(min(10rem,100%),1fr))]">
      {pictures.map((picture) => (
        <li key={picture.id} className="grid content-start gap-1.5">
          <SignedImage
            path={picture.url}
            alt={alt}
            width={picture.width}
            height={picture.height}
            className="aspect-4/3 w-full rounded-sm border border-rule bg-wash object-cover"
          />
          <p className="text-ink-soft text-sm">{caption(picture)}</p>
          {action?.(picture)}
        </li>
      ))}
    </ul>
  );
}
