import { type Call, Surprises } from '../faults/caller.ts';
import type { Sample } from './outage.ts';

/** Notes the answer to each call of the run. */
export class Watch extends Surprises {
  readonly samples: Sample[] = [];

  override heard({ method, from, status }: Call): void {
    this.add({ kind: method === 'GET' ? 'read' : 'change', from, to: performance.now(), status });
  }

  add(sample: Sample): void {
    this.samples.push(sample);
  }
}
