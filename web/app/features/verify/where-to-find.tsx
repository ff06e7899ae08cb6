/** A drawing of a certificate that shows where its number and key are. */
export function WhereToFind() {
  return (
    <figure className="hidden lg:block">
      <div aria-hidden="true" className="mx-auto max-w-104 rounded-sm border border-rule bg-sheet p-8">
        <p className="font-display text-xl">Certificate of Analysis</p>
        <p className="mt-4 h-1.5 w-2/3 rounded-full bg-rule" />
        <p className="mt-2.5 h-1.5 w-1/2 rounded-full bg-rule" />
        <span className="motif mt-6 block aspect-[1000/240] w-full text-edge" />
        <div className="mt-6 flex items-end justify-between gap-6 border-rule border-t pt-5">
          <dl className="grid gap-3">
            {[
              ['Task number', '10001'],
              ['Unique key', 'XXXX-XXXX-XXXX'],
            ].map(([label, value]) => (
              <div key={label}>
                <dt className="label">{label}</dt>
                <dd className="figures -mx-1.5 rounded-sm bg-accent-soft px-1.5 text-accent-strong">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
          <svg aria-hidden="true" viewBox="0 0 11 11" className="size-20 text-ink-soft" fill="currentColor">
            <path d="M0 0h3v3H0zM8 0h3v3H8zM0 8h3v3H0zM4 0h1v2H4zM6 1h1v2H6zM4 4h2v1H4zM7 4h1v2H7zM9 4h2v1H9zM0 4h1v2H0zM2 5h1v1H2zM4 6h1v2H4zM6 6h1v1H6zM9 6h1v2H9zM5 8h2v1H5zM8 8h1v1H8zM4 10h2v1H4zM7 9h1v2H7zM9 9h2v2H9z" />
          </svg>
        </div>
      </div>
      <figcaption className="mx-auto mt-3 max-w-104 text-ink-soft text-sm">
        Both are printed on the certificate. Its QR code fills them in here.
      </figcaption>
    </figure>
  );
}
