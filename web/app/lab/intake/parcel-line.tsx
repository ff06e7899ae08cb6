import {
  REJECTION_WORDS,
  SAMPLE_REJECTIONS,
  type SampleRejection,
} from '@vialproof/contract/sample-rejection';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Select, TextInput } from '../../ui/inputs';
import { Badge } from '../../ui/status-badge';
import { PhotoButton } from '../photo-button';
import { Subject } from '../subject';
import { isExpected, type Line, type Parcel } from './use-parcel';
import { standing } from './words';

function sampleWords({ sample }: Line): string {
  if (!sample || sample === 'unknown' || 'failed' in sample) return '';
  const compound = sample.compound_name === sample.sku_name ? null : sample.compound_name;
  const parts = [compound, sample.dosage_text, sample.manufacturer, sample.batch_code];
  return parts.filter(Boolean).join(' · ');
}

/** One vial of the parcel: what it should contain, and the condition of this vial. */
export function ParcelLine({ line, parcel }: { line: Line; parcel: Parcel }) {
  const [open, setOpen] = useState(false);
  const { words, tone } = standing(line);
  const expected = isExpected(line);
  const sample = line.sample;
  const known = sample !== null && sample !== 'unknown' && !('failed' in sample) ? sample : null;
  return (
    <li className="grid gap-3 border-rule border-b py-4">
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto] sm:items-start">
        <p className="figures text-2xl leading-tight">{line.task}</p>
        <div className="grid min-w-0 gap-0.5">
          {known ? <p className="font-medium">{known.sku_name}</p> : null}
          {known ? <p className="break-words text-ink-soft text-sm">{sampleWords(line)}</p> : null}
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm">
            {tone === 'bad' && !expected ? <Badge tone="bad">NOT EXPECTED</Badge> : null}
            {expected ? (
              <Badge tone={tone}>{words.toUpperCase()}</Badge>
            ) : (
              <span className={tone === 'bad' ? 'text-bad' : 'text-ink-soft'}>{words}</span>
            )}
            {expected && line.condition ? <span>{line.condition}</span> : null}
            {expected && line.handling && !line.rejection ? (
              <span className="wrap-anywhere text-ink-soft">{`Handling: ${line.handling}`}</span>
            ) : null}
          </p>
        </div>
        <div className="-ml-4 flex flex-wrap sm:ml-0 sm:justify-end">
          {sample && sample !== 'unknown' && 'failed' in sample ? (
            <Button variant="quiet" className="min-h-12 max-sm:px-4" onClick={() => parcel.askFor(line)}>
              Try Again
            </Button>
          ) : null}
          {expected ? (
            <Button
              variant="quiet"
              className="min-h-12 max-sm:px-4"
              aria-expanded={open}
              onClick={() => setOpen((before) => !before)}
            >
              <span>{open ? 'Close' : 'Change'}</span>
              <span className="sr-only">{` vial ${line.task}`}</span>
            </Button>
          ) : null}
          <Button variant="quiet" className="min-h-12 max-sm:px-4" onClick={() => parcel.remove(line.id)}>
            Take off
            <span className="sr-only">{` vial ${line.task}`}</span>
          </Button>
        </div>
      </div>
      {open && expected ? (
        <div className="grid gap-4 rounded-sm bg-wash p-4 sm:grid-cols-2 sm:items-start">
          <Select
            label={`Vial ${line.task}`}
            value={line.rejection ?? ''}
            onChange={(event) =>
              parcel.change(line.id, { rejection: (event.target.value || null) as SampleRejection | null })
            }
          >
            <option value="">Take in</option>
            {SAMPLE_REJECTIONS.map((each) => (
              <option
                key={each}
                value={each}
              >{`Refuse: ${REJECTION_WORDS[each].label.toLowerCase()}`}</option>
            ))}
          </Select>
          <TextInput
            label="Condition"
            optional
            help={line.rejection ? 'What is wrong with it.' : 'Where it differs from the parcel.'}
            maxLength={500}
            autoComplete="off"
            value={line.condition}
            onChange={(event) => parcel.change(line.id, { condition: event.target.value })}
          />
          <div className="sm:col-span-2">
            <TextInput
              label="Note"
              optional
              help="The customer sees it on the timeline."
              maxLength={1000}
              autoComplete="off"
              value={line.note}
              onChange={(event) => parcel.change(line.id, { note: event.target.value })}
            />
          </div>
          {line.rejection ? null : (
            <div className="sm:col-span-2">
              <TextInput
                label="Handling"
                optional
                help="What the bench must know, such as solvent or hazard. The customer does not see it."
                maxLength={500}
                autoComplete="off"
                value={line.handling}
                onChange={(event) => parcel.change(line.id, { handling: event.target.value })}
              />
            </div>
          )}
          <div className="sm:col-span-2">
            <PhotoButton id={String(line.task)} />
          </div>
          <div className="min-w-0 sm:col-span-2">
            <Subject id={String(line.task)} />
          </div>
        </div>
      ) : null}
    </li>
  );
}
