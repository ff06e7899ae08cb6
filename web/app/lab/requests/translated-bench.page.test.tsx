import { expectNews } from '../../testing/translated-states';
import { ChosenPeak } from './chromatogram/chosen-peak';
import { IonTable } from './ion-table';

const masses = (shift: number) => ({
  formula: 'C62H98N16O22',
  average: 1419.5 + shift,
  monoisotopic: 1418.7 + shift,
  proton: 1.007,
  charge: 0,
  best: null,
  ions: [1, 2].map((charge) => ({
    charge,
    average_mz: 1420 / charge + shift,
    monoisotopic_mz: 1419 / charge + shift,
  })),
});
const peak = (number: number) => (
  <ChosenPeak
    peak={number}
    limits={{ start_min: 4.1, end_min: 4.6 }}
    isMain={false}
    onMove={() => undefined}
    onMain={() => undefined}
    onRemove={() => undefined}
  >
    <p>More</p>
  </ChosenPeak>
);

// Parts of the page that change while a user types and chooses.
expectNews({
  ChosenPeak: { before: peak(1), after: peak(2) },
  IonTable: {
    before: <IonTable masses={masses(0)} chosen={1} />,
    after: <IonTable masses={masses(18)} chosen={2} />,
  },
});
