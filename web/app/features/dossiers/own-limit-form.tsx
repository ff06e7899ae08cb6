import type { Dossier } from '@vialproof/contract/dossiers';
import { Button } from '../../ui/button';
import { Details } from '../../ui/details';
import { Select, TextInput } from '../../ui/inputs';
import { OwnShare } from './line-details';
import { type DossierAddress, numberPattern, tableFields } from './queries';

const number = {
  inputMode: 'decimal',
  pattern: numberPattern,
  title: 'A plain number such as 98.5',
  mono: true,
  maxLength: 20,
} as const;

/**
 * A form for the reader's own limit, which the address stores. It is an ordinary form, so it works without scripts. It is
 * folded until the reader gives a limit.
 */
export function OwnLimitForm({ dossier, address }: { dossier: Dossier; address: DossierAddress }) {
  const { own, table } = address;
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
  const isAsked = (own.min ?? own.max) !== undefined;
  return (
    <Details level={2} title="Your own limit" note="Compare the values with it" isOpen={isAsked}>
      <div id="own-limit" className="grid max-w-2xl scroll-mt-24 grid-cols-1 gap-4">
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
          {tableFields(table).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
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
        {answered.length === 0 && isAsked ? <p>No value here can be compared with it.</p> : null}
      </div>
    </Details>
  );
}
