import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiFetch } from '../lib/transport';
import { Button } from './button';
import { Skeleton } from './states';

/** A stored picture in memory. `address` is its object URL, undefined until it is loaded. */
export function useStoredPicture(path: string) {
  const file = useQuery({
    queryKey: ['file', path],
    queryFn: async () => (await apiFetch(path)).blob(),
    // A stored picture changes only when parts are made black, and then it is loaded again.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file.data) return undefined;
    const made = URL.createObjectURL(file.data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file.data]);
  return { address, isError: file.isError, refetch: file.refetch };
}

/**
 * A stored picture that not everybody may see, with a link to its full size. Browsers send no token for images, so the
 * page loads it with the token.
 */
export function StoredImage({
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
  const { address, isError, refetch } = useStoredPicture(path);
  if (isError) {
    return (
      <span
        role="alert"
        className={`grid place-content-center justify-items-center gap-2 p-2 text-center text-sm ${className}`}
      >
        This picture did not load.
        <Button variant="secondary" size="small" onClick={() => void refetch()}>
          Try Again
        </Button>
      </span>
    );
  }
  if (!address) return <Skeleton className={`aspect-4/3 ${className}`} />;
  return (
    <a href={address} target="_blank" rel="noreferrer" className="block">
      <img src={address} alt={alt} width={width} height={height} decoding="async" className={className} />
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
  /** The text for readers who do not see the picture. The caption says the rest. */
  alt: string;
  /** Below a picture, for example a button. */
  action?: (picture: P) => React.ReactNode;
}) {
  return (
    <ul className="grid gap-4 [grid-template-columns:repeat(auto-fill,minmax(min(10rem,100%),1fr))]">
      {pictures.map((picture) => (
        <li key={picture.id} className="grid content-start gap-1.5">
          <StoredImage
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
