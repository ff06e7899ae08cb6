import type { ProblemBody } from '@vialproof/contract/errors';
import type { NewLabKey, TraceImport } from '@vialproof/contract/imports';
import { labSolutions } from '@vialproof/science/chromatography/readers/exports.fixture';
import { syntheticTrace } from '@vialproof/science/chromatography/synthetic-trace';
import type { z } from 'zod';
import type { Person, TestApp } from './test-app.ts';

type Answered = { data: TraceImport } & Partial<ProblemBody>;

/** A file of an instrument with these sample names. `seed` selects the data. */
export function runOf(sampleName: string, seed: string, sampleId = ''): string {
  const trace = syntheticTrace({ seed, points: 1_500, solvent: 'dip' });
  return labSolutions({
    channels: [{ section: 'PDA Multi Chromatogram(Ch1)', nm: '214', trace }],
    tables: [],
    information: [`Sample Name\t${sampleName}`, `Sample ID\t${sampleId}`, 'Instrument Name\tHPLC 2'],
  });
}

/** The calls of programs that send files of instruments, and of the staff who manage these programs. */
export function importsOf(app: TestApp) {
  return {
    async key(admin: Person, name = 'HPLC 2') {
      const { status, body } = await app.request<{ data: z.infer<typeof NewLabKey> }>('/api/lab/keys', {
        json: { name },
        token: admin.token,
      });
      if (status !== 201) throw new Error(`making a key answered ${status}`);
      return body.data;
    },
    send(key: string | undefined, content: string | Uint8Array<ArrayBuffer>, name = 'run.txt', headers = {}) {
      const body = new FormData();
      body.set('file', new Blob([content]), name);
      return app.request<Answered>('/api/lab/imports', {
        method: 'POST',
        body,
        headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
      });
    },
    list: (person: Person, state = 'waiting') =>
      app.request<{ data: TraceImport[]; waiting: number }>(`/api/lab/imports?state=${state}`, {
        token: person.token,
      }),
    decide: (person: Person, id: string, step: 'assign' | 'dismiss', json: object) =>
      app.request<Answered>(`/api/lab/imports/${id}/${step}`, { json, token: person.token }),
  };
}
