import { OFFERED_REASONS, type ReasonPlace } from '@vialproof/contract/reasons';
import { Button } from '../ui/button';

/** The usual reasons as buttons below the field of a reason; a press writes one into the field. */
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
