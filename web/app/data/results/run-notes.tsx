/** What everybody is told of the runs behind a result and of their peaks. */
export function RunNotes({ notes }: { notes: readonly string[] }) {
  return (
    <ul className="wrap-anywhere mt-3 grid max-w-prose gap-1 text-sm">
      {notes.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}
