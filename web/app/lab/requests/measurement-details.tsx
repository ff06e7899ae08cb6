import { QUALIFIER_WORDS } from '@vialproof/contract/measuring';
import { useId } from 'react';
import { Button } from '../../ui/button';
import { controlClass, FieldError } from '../../ui/field';
import { SelectBox } from '../../ui/inputs';
import { RuleFields } from '../rule-fields';
import { IonTable } from './ion-table';
import { asksClaim, asksMass, type Row } from './measurement-text';

import type { Live } from './use-live';

type Words = string | undefined;
export type Set = <K extends keyof Row>(name: K, value: Row[K]) => void;

function Figure({
  label,
  help,
  value,
  error,
  onChange,
  wide = false,
}: {
  label: string;
  help?: string;
  value: string;
  error: Words;
  onChange: (value: string) => void;
  wide?: boolean;
}) {
  const id = useId();
  const told = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={`grid content-start gap-1 ${wide ? 'sm:col-span-2' : ''}`}>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <input
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        inputMode={wide ? undefined : 'decimal'}
        maxLength={wide ? 200 : 16}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={told || undefined}
        className={`${controlClass} figures min-h-12`}
      />
      {help ? (
        <p id={`${id}-help`} className="text-ink-soft text-sm">
          {help}
        </p>
      ) : null}
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </div>
  );
}

/** What stands behind a line: words for the value, limits, label claim, formula, rule, override. */
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
  errors: Record<'lod' | 'loq' | 'claim' | 'formula' | 'reason' | 'rule', Words>;
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
            <Figure
              label={unit ? `LOD, ${unit}` : 'LOD'}
              value={row.lod}
              error={errors.lod}
              onChange={(text) => set('lod', text)}
            />
            <Figure
              label={unit ? `LOQ, ${unit}` : 'LOQ'}
              value={row.loq}
              error={errors.loq}
              onChange={(text) => set('loq', text)}
            />
          </>
        )}
        {asksClaim(row) ? (
          <Figure
            label={unit ? `Label claim, ${unit}` : 'Label claim'}
            help={stated ? `The customer stated “${stated}”.` : 'The customer stated none.'}
            value={row.claim}
            error={errors.claim}
            onChange={(text) => set('claim', text)}
          />
        ) : null}
      </div>
      {asksMass(row) ? (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <Figure
            label="Formula"
            wide
            value={row.formula}
            error={errors.formula}
            onChange={(text) => set('formula', text)}
          />
          <MassBasis row={row} set={set} />
          {live.masses ? <IonTable masses={live.masses} chosen={live.line.mass?.ion?.charge} /> : null}
        </div>
      ) : null}
      <RuleFields rule={row.rule} onChange={(rule) => set('rule', rule)} error={errors.rule} />
      {errors.rule ? <FieldError>{errors.rule}</FieldError> : null}
      {row.rule.kind === '' ? null : <Override row={row} set={set} live={live} error={errors.reason} />}
    </div>
  );
}

function MassBasis({ row, set }: { row: Row; set: Set }) {
  const id = useId();
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="label">
        Compared with
      </label>
      <SelectBox
        id={id}
        value={row.basis}
        onChange={({ target }) => set('basis', target.value as Row['basis'])}
        className="min-h-12"
      >
        <option value="average">average mass</option>
        <option value="monoisotopic">monoisotopic mass</option>
      </SelectBox>
    </div>
  );
}

function Override({ row, set, live, error }: { row: Row; set: Set; live: Live; error: Words }) {
  const id = useId();
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
      <div className="grid gap-1">
        <label htmlFor={`${id}-verdict`} className="label">
          Verdict instead of {said ?? 'none'}
        </label>
        <SelectBox
          id={`${id}-verdict`}
          value={row.override}
          onChange={({ target }) => set('override', target.value as Row['override'])}
          className="min-h-12"
        >
          <option value="pass">pass</option>
          <option value="fail">fail</option>
          <option value="">none</option>
        </SelectBox>
      </div>
      <div className="grid gap-1">
        <label htmlFor={`${id}-reason`} className="label">
          Reason, for everybody to read
        </label>
        <input
          id={`${id}-reason`}
          value={row.reason}
          onChange={({ target }) => set('reason', target.value)}
          maxLength={500}
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={`${controlClass} min-h-12`}
        />
        {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      </div>
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
    </div>
  );
}
