import { OFFERED_REASONS, type ReasonPlace } from '@vialproof/contract/reasons';
import { Button } from '../ui/button';

/** Buttons with the usual reasons, below the field for a reason. A click writes the reason into the field. */
export function OfferedReasons({
  place,
  onChoose,
}: {
  place: ReasonPlace;
  onChoose: (reason: string) => void;
}) {
  return (
    <fieldset>
      <legend className="label mb-1">Usual reasons</legend>
      <div className="flex flex-wrap gap-2">
        {OFFERED_REASONS[place].map((reason) => (
          <Button
            key={reason}
            variant="secondary"
            size="small"
            className="min-h-11 text-left font-normal"
            onClick={() => onChoose(reason)}
          >
            {reason}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
