import type { Dossier } from '@vialproof/contract/dossiers';
import { Button } from '../../ui/button';
import { Select, TextInput } from '../../ui/inputs';
import type { DossierAddress } from './queries';

/** The reader's own limit, kept in the address; an ordinary form, so that it works without scripts. */
export function OwnLimitForm({ dossier, own }: { dossier: Dossier; own: DossierAddress['own'] }) {
  const analytes = [
    ...new Set(dossier.lines.flatMap(({ analyte, unit }) => (unit === null ? [] : [analyte]))),
  ];
  if (analytes.length === 0) return null;
  const chosen = own.analyte ?? analytes.find((analyte) => /^purity\b/i.test(analyte)) ?? analytes[0];
  return (
    <form
      method="get"
      className="mt-10 grid max-w-2xl grid-cols-1 items-end gap-4 border-rule border-t pt-6 sm:grid-cols-[2fr_1fr_1fr_auto]"
      aria-label="Your own limit"
    >
      <Select label="Your own limit for" name="analyte" defaultValue={chosen}>
        {analytes.map((analyte) => (
          <option key={analyte}>{analyte}</option>
        ))}
      </Select>
      <TextInput label="At least" name="min" inputMode="decimal" defaultValue={own.min ?? ''} mono />
      <TextInput label="At most" name="max" inputMode="decimal" defaultValue={own.max ?? ''} mono />
      <Button type="submit" variant="secondary">
        Compare
      </Button>
    </form>
  );
}
