import { Checkbox } from '../../../ui/choices';

interface Listed {
  id: string;
  display_name: string;
  /** The person's role. Undefined for a person who has left the laboratory. */
  role?: string | undefined;
}

/** The people who have one permission for a method: everybody, or only the ticked people. */
export function PeopleList({
  legend,
  everybody,
  nobody,
  people,
  chosen,
  onChange,
}: {
  legend: string;
  everybody: string;
  /** The text that is shown while no person is ticked. */
  nobody: string;
  people: Listed[];
  chosen: string[] | null;
  onChange: (chosen: string[] | null) => void;
}) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">{legend}</legend>
      <Checkbox
        checked={chosen === null}
        onChange={({ target }) => onChange(target.checked ? null : people.map(({ id }) => id))}
      >
        {everybody}
      </Checkbox>
      {chosen === null ? null : (
        <div className="border-rule border-t pt-2">
          {people.map(({ id, display_name: name, role }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            >
              <span className="wrap-anywhere">
                <bdi>{name}</bdi>
                <span>{`, ${role ?? 'has left the laboratory'}`}</span>
              </span>
            </Checkbox>
          ))}
        </div>
      )}
      {chosen?.length === 0 ? <p className="text-bad">{nobody}</p> : null}
    </fieldset>
  );
}
