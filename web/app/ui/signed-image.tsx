import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { signedLink } from '../lib/signed-link';
import { Skeleton } from './states';

const renewMs = 240_000;

/**
 * A stored picture that not everybody may see, and a link to all of it: a browser sends no token for either, so the
 * address is signed. It ends after five minutes; the link is renewed before, the picture that is shown stays.
 */
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
  const link = useQuery({
    queryKey: ['signed', path],
    queryFn: () => signedLink(path),
    staleTime: renewMs,
    refetchInterval: renewMs,
  });
  const [src, setSrc] = useState(link.data);
  useEffect(() => setSrc((before) => before ?? link.data), [link.data]);
  if (!link.data || !src) return <Skeleton className={`aspect-4/3 ${className}`} />;
  return (
    <a href={link.data} target="_blank" rel="noreferrer" className="block">
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        className={className}
        onError={() => {
          // The address was remembered for too long.
          if (src !== link.data) setSrc(link.data);
          else if (link.isStale) void link.refetch().then(({ data }) => setSrc(data));
        }}
      />
    </a>
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
