import { Drawing, PrintSheet } from './print-sheet';

/** A label for a vial in its real size, 62 x 29 mm, on its own sheet. `svg` is the server's drawing. */
export function VialLabelSheet({ task, svg }: { task: number; svg: string }) {
  return (
    <PrintSheet paper="label">
      <Drawing
        svg={svg}
        label={`Label of task ${task}: the number, its QR code and its bar code`}
        className="block h-[29mm] w-[62mm]"
      />
    </PrintSheet>
  );
}
