// One drawing for each step: the form, the parcel, the chromatogram, the certificate. The second colour marks the main
// detail.
const drawings: [ink: string, accent: string][] = [
  ['M62 8h116v134H62zM78 30h52M78 72h84M78 92h84M78 50h84', 'M78 112h40v16H78z'],
  [
    'M36 62l84-26 84 26v58l-84 24-84-24zM36 62l84 24 84-24M120 86v58M150 98l34-10M150 110l20-6',
    'M108 8h24v8h-24zM111 16v10l-5 6v36h28V32l-5-6V16M106 46h28',
  ],
  [
    'M30 8v126h184M30 134v6M76 134v6M122 134v6M168 134v6M214 134v6',
    'M34 128h28c4 0 5-9 8-9s4 9 8 9h26c10 0 12-112 18-112s8 112 18 112h16c4 0 5-14 9-14s5 14 9 14h34',
  ],
  [
    'M62 8h116v134H62zM78 28h60M78 46h84M78 60h84M78 74h84M78 88h50M78 104h22v22H78zM86 112h6v6h-6z',
    'M132 116l9 9 20-22',
  ],
];

/** The drawing of one of the four steps; `place` is 0 to 3. It is decorative. */
export function StepDrawing({ place, className = '' }: { place: number; className?: string }) {
  const [ink, accent] = drawings[place] ?? [];
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 150"
      width="240"
      height="150"
      fill="none"
      strokeWidth="1.5"
      strokeLinejoin="round"
      className={`h-auto w-full ${className}`}
    >
      <path d={ink} className="stroke-edge" />
      <path d={accent} strokeWidth="2" strokeLinecap="round" className="stroke-accent" />
    </svg>
  );
}
