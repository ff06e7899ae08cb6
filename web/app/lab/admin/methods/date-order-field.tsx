import type { UseFormReturn } from 'react-hook-form';
import { Select } from '../../../ui/inputs';
import type { TemplateText } from './template-fields';

/** Asks which number of a date is the day, in the files of the instruments that this method uses. */
export function DateOrderField({ form }: { form: UseFormReturn<TemplateText> }) {
  return (
    <fieldset className="grid gap-4 border-rule border-t pt-5">
      <legend className="float-left w-full font-medium">Dates in the files</legend>
      <p className="max-w-prose text-ink-soft text-sm">
        A date such as 12/06/2026 reads two ways. As long as nobody says which is right, both are tried, and
        one of before the receipt or in the future is a doubt.
      </p>
      <div className="sm:max-w-80">
        <Select label="Such a date begins with" {...form.register('date_order')}>
          <option value="">nobody knows: try both</option>
          <option value="day_first">the day: 12 June 2026</option>
          <option value="month_first">the month: 6 December 2026</option>
        </Select>
      </div>
    </fieldset>
  );
}
