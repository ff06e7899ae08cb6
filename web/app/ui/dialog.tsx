import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from './icon-button';
import { useModal } from './modal';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The buttons of the dialog. The confirming one comes last. */
  actions?: ReactNode;
  /** For a picture that the user edits. */
  wide?: boolean | undefined;
}

/** A question or a small form in a modal dialog. */
export function Dialog({ open, onClose, title, children, actions, wide }: Props) {
  const modal = useModal(open, onClose);
  const titleId = useId();
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      className={`m-auto ${wide ? 'w-[min(56rem,calc(100vw-2rem))]' : 'w-[min(34rem,calc(100vw-2rem))]'} rounded-sm border border-rule bg-sheet text-ink backdrop:bg-veil open:[animation:appear_150ms_both]`}
    >
      {open ? (
        <div className="grid gap-5 p-6">
          <div className="flex items-start justify-between gap-4">
            <h2 id={titleId} className="display-3 pt-1.5">
              {title}
            </h2>
            <IconButton label="Close" onClick={onClose} className="-mr-2">
              <X className="size-5" />
            </IconButton>
          </div>
          <div>{children}</div>
          {actions ? <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">{actions}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}
