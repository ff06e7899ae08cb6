import { QUALIFIER_WORDS } from '@vialproof/science/measurement/measuring';
import { Button } from '../../ui/button';
import { Select, TextInput } from '../../ui/inputs';
import { LineBenchFields } from '../line-bench';
import { OfferedReasons } from '../offered-reasons';
import { RuleFields } from '../rule-fields';
import { UncertaintyFields } from '../uncertainty-fields';
import { IonTable } from './ion-table';
import { asksClaim, asksMass, type Row } from './measurement-text';
import { SpectrumField } from './spectrum-field';
import type { Live } from './use-live';

type Words = string | undefined;
export type Set = <K extends keyof Row>(name: K, value: Row[K]) => void;

/** Props of every number field in the details of a result's line. */
const figure = {
  isQuiet: true,
  mono: true,
  inputMode: 'decimal',
  maxLength: 16,
  autoComplete: 'off',
  spellCheck: false,
} as const;

/**
 * The details of a result's line: text value, limits of the method, amount on the label, formula, rule, and a verdict
 * set by a person.
 */
export function MeasurementDetails({
  row,
  set,
  live,
  stated,
  errors,
}: {
  row: Row;
  set: Set;
  live: Live;
  stated: string | null;
  errors: Record<
    'lod' | 'loq' | 'claim' | 'formula' | 'reason' | 'rule' | 'bench' | 'uncertainty' | 'spectrum',
    Words
  >;
}) {
  const words = row.rule.kind === 'absent' ? ['no growth', 'growth', 'ND'] : Object.values(QUALIFIER_WORDS);
  const unit = row.unit.trim();
  return (
    <div className="grid gap-4 rounded-sm bg-wash p-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="label">Value in words</span>
        {words.map((word) => (
          <Button key={word} variant="secondary" size="small" onClick={() => set('value', word)}>
            {word}
          </Button>
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {asksMass(row) ? null : (
          <>
            <TextInput
              {...figure}
              label={unit ? `LOD, ${unit}` : 'LOD'}
              value={row.lod}
              error={errors.lod}
              onChange={({ target }) => set('lod', target.value)}
            />
            <TextInput
              {...figure}
              label={unit ? `LOQ, ${unit}` : 'LOQ'}
              value={row.loq}
              error={errors.loq}
              onChange={({ target }) => set('loq', target.value)}
            />
          </>
        )}
        {asksClaim(row) ? (
          <TextInput
            {...figure}
            label={unit ? `Label claim, ${unit}` : 'Label claim'}
            help={stated ? `The customer stated “${stated}”.` : 'The customer stated none.'}
            value={row.claim}
            error={errors.claim}
            onChange={({ target }) => set('claim', target.value)}
          />
        ) : null}
      </div>
      {asksMass(row) ? (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <div className="sm:col-span-2">
            <TextInput
              {...figure}
              inputMode="text"
              maxLength={200}
              label="Formula"
              value={row.formula}
              error={errors.formula}
              onChange={({ target }) => set('formula', target.value)}
            />
          </div>
          <Select
            isQuiet
            label="Compared with"
            value={row.basis}
            onChange={({ target }) => set('basis', target.value as Row['basis'])}
          >
            <option value="average">average mass</option>
            <option value="monoisotopic">monoisotopic mass</option>
          </Select>
          {live.masses ? <IonTable masses={live.masses} chosen={live.line.mass?.ion?.charge} /> : null}
        </div>
      ) : null}
      {row.formula.trim() !== '' || row.spectrum ? (
        <SpectrumField
          analyte={row.analyte.trim() || 'this line'}
          shown={live.line.spectrum}
          hasOne={row.spectrum !== null}
          error={errors.spectrum}
          onChange={(spectrum) => set('spectrum', spectrum)}
        />
      ) : null}
      <LineBenchFields
        bench={row.bench}
        set={(bench) => set('bench', bench)}
        dayError={errors.bench}
        isAmount={asksClaim(row)}
      />
      <RuleFields rule={row.rule} onChange={(rule) => set('rule', rule)} error={errors.rule} />
      <UncertaintyFields
        uncertainty={row.uncertainty}
        unit={row.unit}
        onChange={(uncertainty) => set('uncertainty', uncertainty)}
        error={errors.uncertainty}
      />
      {row.method_says.decision_rule === 'guard_band' ? (
        <p className="text-ink-soft text-sm">
          Decided with a guard band as wide as U, as it was agreed when the order was made.
        </p>
      ) : null}
      {row.rule.kind === '' ? null : <Override row={row} set={set} live={live} error={errors.reason} />}
    </div>
  );
}

function Override({ row, set, live, error }: { row: Row; set: Set; live: Live; error: Words }) {
  const said = live.line.computed?.verdict ?? null;
  if (!row.isOverridden) {
    return (
      <div>
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            set('override', said === 'pass' ? 'fail' : 'pass');
            set('isOverridden', true);
          }}
        >
          Set the rule’s verdict aside
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-3 border-rule border-t pt-4 sm:grid-cols-[12rem_minmax(0,1fr)_auto] sm:items-start">
      <Select
        isQuiet
        label={`Verdict instead of ${said ?? 'none'}`}
        value={row.override}
        onChange={({ target }) => set('override', target.value as Row['override'])}
      >
        <option value="pass">pass</option>
        <option value="fail">fail</option>
        <option value="">none</option>
      </Select>
      <TextInput
        isQuiet
        label="Reason, for everybody to read"
        value={row.reason}
        error={error}
        maxLength={500}
        autoComplete="off"
        onChange={({ target }) => set('reason', target.value)}
      />
      <Button
        variant="secondary"
        className="min-h-12 sm:mt-6"
        onClick={() => {
          set('isOverridden', false);
          set('reason', '');
        }}
      >
        Go by the rule
      </Button>
      <div className="sm:col-span-3">
        <OfferedReasons place="verdict" onChoose={(reason) => set('reason', reason)} />
      </div>
    </div>
  );
}
