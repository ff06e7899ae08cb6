import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../ui/button';
import { FieldError } from '../ui/field';
import { IconButton } from '../ui/icon-button';
import { Select, TextInput } from '../ui/inputs';
import type { UncertaintyText } from './uncertainty-text';

const MOST_COMPONENTS = 12;
const componentColumns =
  'grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_7rem_auto] lg:max-w-2xl';
const typed = { autoComplete: 'off', spellCheck: false } as const;

/** The uncertainty of a value: one number (U), or its parts. */
export function UncertaintyFields({
  uncertainty,
  unit,
  onChange,
  error,
  isQuiet = true,
}: {
  uncertainty: UncertaintyText;
  unit: string;
  onChange: (uncertainty: UncertaintyText) => void;
  error?: string | undefined;
  /** Whether the labels are small, for use in a table. */
  isQuiet?: boolean;
}) {
  const { basis, as, U, components } = uncertainty;
  const inUnit = unit.trim() === '' ? '' : `, ${unit.trim()}`;
  const change = (part: Partial<UncertaintyText>) => onChange({ ...uncertainty, ...part });
  const replace = (place: number, part: Partial<UncertaintyText['components'][number]>) =>
    change({ components: components.map((each, at) => (at === place ? { ...each, ...part } : each)) });
  return (
    <div className="grid gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Select
          isQuiet={isQuiet}
          label="Uncertainty"
          value={basis}
          onChange={({ target }) => change({ basis: target.value as UncertaintyText['basis'] })}
        >
          <option value="">none</option>
          <option value="top_down">repeatability and standard</option>
          <option value="budget">budget</option>
        </Select>
        {basis === '' ? null : (
          <Select
            isQuiet={isQuiet}
            label="Given as"
            value={as}
            onChange={({ target }) => {
              const next = target.value as UncertaintyText['as'];
              const first = next !== 'U' && components.length === 0 ? [{ source: '', u: '' }] : components;
              change({ as: next, components: first });
            }}
          >
            <option value="U">U (k = 2)</option>
            <option value="absolute">components, in the unit</option>
            <option value="relative">components, % of the value</option>
          </Select>
        )}
        {basis !== '' && as === 'U' ? (
          <TextInput
            {...typed}
            isQuiet={isQuiet}
            mono
            inputMode="decimal"
            maxLength={16}
            label={`U${inUnit}`}
            value={U}
            onChange={({ target }) => change({ U: target.value })}
          />
        ) : null}
      </div>
      {basis !== '' && as !== 'U' ? (
        <ul className="grid gap-3">
          {components.map((component, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a component has no other key than its index
            <li key={place} className={componentColumns}>
              <div className="max-sm:col-span-2">
                <TextInput
                  {...typed}
                  isQuiet={isQuiet}
                  maxLength={120}
                  label={`Component ${place + 1}`}
                  value={component.source}
                  onChange={({ target }) => replace(place, { source: target.value })}
                />
              </div>
              <TextInput
                {...typed}
                isQuiet={isQuiet}
                mono
                inputMode="decimal"
                maxLength={16}
                label={as === 'relative' ? 'u, %' : `u${inUnit}`}
                value={component.u}
                onChange={({ target }) => replace(place, { u: target.value })}
              />
              <IconButton
                label={`Remove component ${place + 1}`}
                onClick={() => change({ components: components.filter((_, at) => at !== place) })}
              >
                <Trash2 aria-hidden="true" className="size-5" />
              </IconButton>
            </li>
          ))}
          {components.length < MOST_COMPONENTS ? (
            <li>
              <Button
                variant="secondary"
                size="small"
                icon={<Plus aria-hidden="true" className="size-4" />}
                onClick={() => change({ components: [...components, { source: '', u: '' }] })}
              >
                Add a component
              </Button>
            </li>
          ) : null}
        </ul>
      ) : null}
      {error ? <FieldError>{error}</FieldError> : null}
    </div>
  );
}
