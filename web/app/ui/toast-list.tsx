import { Check, CircleAlert, X } from 'lucide-react';
import { type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { Spinner } from './spinner';

// The library shows at most 20. The times are from the specification (section 9).
const durations = {
  duration: 4_000,
  success: { duration: 2_000 },
  loading: { duration: Number.POSITIVE_INFINITY },
};

const icons: Partial<Record<Toast['type'], React.ReactNode>> = {
  success: <Check className="size-4 text-good" />,
  error: <CircleAlert className="size-4 text-bad" />,
  loading: <Spinner />,
};

export default function ToastList() {
  const { toasts, handlers } = useToaster(durations);
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 grid justify-items-end gap-2"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts
        .filter((item) => item.visible)
        .map((item) => (
          <div
            key={item.id}
            {...item.ariaProps}
            className="pointer-events-auto flex max-w-full items-center gap-3 rounded-sm border border-edge bg-sheet py-2 pr-2 pl-4 text-sm [animation:appear_150ms_both]"
          >
            {icons[item.type]}
            <span className="wrap-anywhere">
              {typeof item.message === 'function' ? item.message(item) : item.message}
            </span>
            <button
              type="button"
              aria-label="Close notification"
              className="grid size-8 place-items-center rounded-sm hover:bg-wash"
              onClick={() => toast.dismiss(item.id)}
            >
              <X className="size-4" />
            </button>
          </div>
        ))}
    </section>
  );
}
