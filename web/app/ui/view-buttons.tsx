import type { ReactNode } from 'react';
import { Button } from './button';

/** Buttons for zooming and moving, for users who do not drag. `children` are more buttons. */
export function ViewButtons({
  isAll,
  magnified,
  onZoom,
  onPan,
  onAll,
  onMagnify,
  children,
}: {
  /** Whether the whole run is visible. */
  isAll: boolean;
  magnified: boolean;
  /** A number below 1 shows a smaller part. */
  onZoom: (factor: number) => void;
  /** A part of the visible width. Below 0: to earlier times. */
  onPan?: (share: number) => void;
  onAll: () => void;
  onMagnify: () => void;
  children?: ReactNode;
}) {
  return (
    <span className="-mx-3 flex flex-wrap">
      <Button variant="quiet" size="small" onClick={() => onZoom(0.5)}>
        Zoom in
      </Button>
      <Button variant="quiet" size="small" disabled={isAll} onClick={() => onZoom(2)}>
        Zoom out
      </Button>
      {onPan ? (
        <>
          <Button variant="quiet" size="small" disabled={isAll} onClick={() => onPan(-0.3)}>
            Earlier
          </Button>
          <Button variant="quiet" size="small" disabled={isAll} onClick={() => onPan(0.3)}>
            Later
          </Button>
        </>
      ) : null}
      <Button variant="quiet" size="small" disabled={isAll} onClick={onAll}>
        Whole run
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-pressed={magnified}
        onClick={onMagnify}
        className="aria-pressed:bg-accent-soft"
      >
        Baseline ×20
      </Button>
      {children}
    </span>
  );
}
