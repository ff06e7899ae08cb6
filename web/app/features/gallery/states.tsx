import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../ui/button';
import { CameraView } from '../../ui/camera-view';
import { SkeletonCards } from '../../ui/card-grid';
import { ErrorBanner } from '../../ui/error-banner';
import { QueryView } from '../../ui/query-view';
import { EmptyState, ErrorPanel, NeedsScripts, Notice, Skeleton } from '../../ui/states';

const key = (name: string) => ['gallery', name];

/** A query while it loads, after a failure, and with an answer. */
function Queries() {
  const pending = useQuery({ queryKey: key('pending'), queryFn: () => new Promise<string>(() => undefined) });
  const failed = useQuery({
    queryKey: key('failed'),
    queryFn: () => Promise.reject<string>(new Error('The list could not be loaded.')),
  });
  const answered = useQuery({ queryKey: key('answered'), queryFn: () => 'What the query answered.' });
  return [pending, failed, answered].map((query, place) => (
    <QueryView key={['pending', 'failed', 'answered'][place]} query={query}>
      {(text) => <p>{text}</p>}
    </QueryView>
  ));
}

/** A camera that is starting, and a camera that cannot start. */
function Cameras() {
  const video = useRef<HTMLVideoElement>(null);
  const otherWay = 'Or choose a picture from a file.';
  const words = 'No camera is connected to this device.';
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <CameraView video={video} state={{ kind: 'starting' }} otherWay={otherWay} />
      <CameraView video={video} state={{ kind: 'failed', words }} otherWay={otherWay} />
    </div>
  );
}

/** What a page shows in place of missing content. */
export function States() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-10" />
      <SkeletonCards count={3} height="h-24" />
      <EmptyState title="Nothing here yet" action={<Button>Request a test</Button>}>
        What to do about it.
      </EmptyState>
      <EmptyState title="Nothing, and nothing to do about it" />
      <ErrorPanel message="Failed to fetch tests" onRetry={() => undefined} />
      <ErrorPanel message="Trying once more" onRetry={() => undefined} busy />
      <ErrorPanel message="Without a way to try again" />
      <Notice>Plain</Notice>
      <Notice tone="good">Good</Notice>
      <Notice tone="wait">Wait</Notice>
      <Notice tone="bad">Bad</Notice>
      <ErrorBanner text="Wrong email or password" />
      <NeedsScripts />
      <Cameras />
      <Queries />
    </div>
  );
}
