import type { Dossier } from '@vialproof/contract/dossiers';
import { Button } from '../../ui/button';
import { Select, TextInput } from '../../ui/inputs';
import { OwnShare } from './line-details';
import { type DossierAddress, numberPattern } from './queries';

const number = {
  inputMode: 'decimal',
  pattern: numberPattern,
  title: 'A plain number such as 98.5',
  mono: true,
  maxLength: 20,
} as const;

/** A form for the reader's own limit, which the address stores. It is an ordinary form, so it works without scripts. */
export function OwnLimitForm({ dossier, own }: { dossier: Dossier; own: DossierAddress['own'] }) {
  const analytes = [
    ...new Set(dossier.lines.flatMap(({ analyte, unit }) => (unit === null ? [] : [analyte]))),
  ];
  if (analytes.length === 0) return null;
  const chosen =
    own.analyte ??
    analytes.find((analyte) => /^purity$/i.test(analyte)) ??
    analytes.find((analyte) => /\bpurity\b(?!-)/i.test(analyte)) ??
    analytes[0];
  const answered = dossier.lines.filter((line) => line.own);
  return (
    <div
      id="own-limit"
      className="mt-10 grid max-w-2xl scroll-mt-24 grid-cols-1 gap-4 border-rule border-t pt-6"
    >
      <form
        method="get"
        action="#own-limit"
        className="grid grid-cols-1 items-end gap-4 sm:grid-cols-[2fr_1fr_1fr_auto]"
        aria-label="Your own limit"
      >
        <Select label="Your own limit for" name="analyte" defaultValue={chosen}>
          {analytes.map((analyte) => (
            <option key={analyte}>{analyte}</option>
          ))}
        </Select>
        <TextInput {...number} label="At least" name="min" defaultValue={own.min ?? ''} />
        <TextInput {...number} label="At most" name="max" defaultValue={own.max ?? ''} />
        <Button type="submit" variant="secondary">
          Compare
        </Button>
      </form>
      {answered.map((line) => (
        <div key={`${line.analyte} ${line.method}`} className="wrap-anywhere">
          <p className="text-ink-soft text-sm">{`${line.analyte}, ${line.method}`}</p>
          <OwnShare line={line} kind={dossier.subject.kind} />
        </div>
      ))}
      {answered.length === 0 && (own.min ?? own.max) !== undefined ? (
        <p>No value here can be compared with it.</p>
      ) : null}
    </div>
  );
}
