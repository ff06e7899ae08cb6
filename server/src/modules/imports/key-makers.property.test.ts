import type { Injection } from '@vialproof/contract/injections';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { importsOf, runOf } from '../../testing/imports.ts';
import { laboratory, must } from '../../testing/lab.ts';
import { cases } from '../../testing/property-runs.ts';
import { labApp, type Person } from '../../testing/test-app.ts';

const WATER = { analyte: 'Water', method: 'Karl Fischer', value: 2.1, unit: '%', limit: '', verdict: null };
const who = fc.nat({ max: 3 });
const deed = fc.record({
  /** How a person contributed: by a chromatogram from a program, by assigning one, or by hand. */
  what: fc.constantFrom('named', 'given', 'saved', 'attached'),
  who,
  maker: who,
});

it('an admin who contributed to a result, by hand or by key, can never publish it', async () => {
  const app = await labApp();
  const lab = await laboratory(app);
  const imports = importsOf(app);
  const people = [lab.admin, await app.person('admin'), await app.person('admin'), await app.person('admin')];
  const keys: string[] = [];
  for (const person of people) keys.push((await imports.key(person)).key);
  let run = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 5 }), who, async (deeds, submitter) => {
      run += 1;
      const order = await lab.received();
      const touched = new Set<Person | undefined>();
      for (const [place, { what, who: by, maker }] of deeds.entries()) {
        const person = people[by] ?? lab.admin;
        if (what === 'named' || what === 'given') {
          const name = what === 'named' ? String(order.taskNumber) : 'vial in the rack';
          const { body } = await imports.send(keys[maker], runOf(name, `${run} ${place}`), `${place}.txt`);
          if (what === 'given') {
            const words = { task_number: order.taskNumber, reason: 'Its place in the rack.' };
            await imports.decide(person, body.data.id, 'assign', words);
            touched.add(person);
          }
          touched.add(people[maker]);
        } else {
          const version = (await must(lab.detail(person, order))).draft?.version ?? 0;
          await must(
            what === 'saved'
              ? lab.save(person, order, { measurements: [WATER], version })
              : lab.attach(person, order, 'a,b\n', 'a.csv'),
          );
          touched.add(person);
        }
      }
      const last = people[submitter] ?? lab.admin;
      touched.add(last);
      await handIn(last, order);
      const { draft } = await must(lab.detail(lab.reviewer, order));
      const named = new Set(draft?.contributors.map(({ id }) => id));
      for (const person of people) {
        expect(named.has(person.id)).toBe(touched.has(person));
        const { may } = await must(lab.detail(person, order));
        expect(may.review).toBe(!touched.has(person));
        if (!touched.has(person)) continue;
        expect((await lab.publish(person, order)).body).toMatchObject({ status: 403, code: 'same_person' });
      }
      const second = people.find((person) => !touched.has(person)) ?? lab.reviewer;
      await must(lab.publish(second, order));
    }),
    {
      numRuns: cases(20),
      examples: [
        [
          [
            { what: 'given', who: 0, maker: 0 },
            { what: 'named', who: 0, maker: 0 },
          ],
          0,
        ],
      ],
    },
  );

  /** Submits the result with a reason for each injection that is not used. */
  async function handIn(person: Person, order: { id: string }): Promise<void> {
    const at = `/api/lab/requests/${order.id}/injections`;
    const { token } = person;
    const { body } = await app.request<{ data: Injection[] }>(at, { token });
    for (const { id, used, doubts } of body.data) {
      const json = { used: false, reason: 'Two injections were made, and none is reported.' };
      if (!used || doubts.length > 0) await app.request(`${at}/${id}`, { method: 'PUT', json, token });
    }
    const { draft } = await must(lab.detail(person, order));
    await must(lab.save(person, order, { measurements: [WATER], version: draft?.version ?? 0 }));
    await must(lab.submit(person, order));
  }
});
