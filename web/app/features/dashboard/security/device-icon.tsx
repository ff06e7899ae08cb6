import type { Device } from '@vialproof/contract/sessions';
import { CircleHelp, Monitor, Smartphone, Tablet } from 'lucide-react';

const icons = { desktop: Monitor, phone: Smartphone, tablet: Tablet, unknown: CircleHelp };

/** A decorative icon: the text beside it names the kind of device. */
export function DeviceIcon({ kind }: { kind: Device['device_kind'] }) {
  const Icon = icons[kind];
  return <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-ink-soft" />;
}
