import type { ReactNode } from 'react';
import { Button } from './button';
import './print-sheet.css';

/**
 * A page for paper. Only its children are printed, black on white. `paper` is the size: the printer's usual sheets, or
 * a label of 62 x 29 mm.
 */
export function PrintSheet({
  paper = 'sheet',
  children,
}: {
  paper?: 'sheet' | 'label';
  children: ReactNode;
}) {
  return (
    <div
      className={`print-sheet ${paper === 'label' ? 'print-label w-fit' : 'max-w-3xl p-4 min-[20rem]:p-6 sm:p-10'} rounded-sm border border-rule`}
    >
      {children}
    </div>
  );
}

export function PrintButton({ children }: { children: string }) {
  return <Button onClick={() => window.print()}>{children}</Button>;
}

/** A drawing from the server as an image, so that no script in it can run. */
export function Drawing({ svg, label, className = '' }: { svg: string; label: string; className?: string }) {
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} className={className} />;
}
