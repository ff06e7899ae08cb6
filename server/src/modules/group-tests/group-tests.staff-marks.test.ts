import { describe, expect, it } from 'vitest';
import { groupApp } from '../../testing/groups.ts';
import { grantRole } from '../accounts/accounts.service.ts';

describe('names of staff members in a group are marked', () => {
  it('wherever a group or its mails show the name of a staff member, it is marked; other names are not', async () => {
    const { app, create, detail, join, list, people } = await groupApp();
    const staff = await app.person('analyst');
    const [customer] = await people(1);
    const id = await create(staff, {});
    for (const person of [staff, customer]) expect((await join(id, person)).status).toBe(200);
    const call = (path: string, json: object) =>
      app.request(`/api/group-tests/${id}/${path}`, { json, token: staff.token });
    expect((await call('volunteer', { note: 'From the freezer.' })).status).toBe(201);
    expect((await call('message', { text: 'The batch is the same.' })).status).toBe(200);

    const seen = await detail(id, customer);
    const marks = (named: { display_name: string | null; is_staff: boolean }[]) =>
      Object.fromEntries(named.map((each) => [each.display_name, each.is_staff]));
    expect(seen.test).toMatchObject({ organizer: 'Test analyst 1', organizer_is_staff: true });
    expect(marks(seen.members)).toEqual({ 'Test analyst 1': true, 'Test customer 2': false });
    expect(marks(seen.volunteers)).toEqual({ 'Test analyst 1': true });
    expect(marks(seen.events)).toEqual({ 'Test analyst 1': true, 'Test customer 2': false });
    expect((await list('open')).map((group) => group.organizer_is_staff)).toEqual([true]);

    await app.jobs.drain();
    const mails = (await app.mails(customer.email)).map(({ subject, text }) => `${subject}\n${text}`);
    expect(mails.filter((mail) => mail.includes('Test analyst 1 (staff) wrote to the group')).length).toBe(1);

    // The mark depends on the person's present role.
    await grantRole(app.modules.accounts, staff.email, 'customer', null);
    expect((await detail(id, customer)).members.some(({ is_staff }) => is_staff)).toBe(false);
  });

  it('a staff member who paid for a group is also marked', async () => {
    const { app, create, join, pay, statement, people } = await groupApp();
    const staff = await app.person('analyst');
    const [customer] = await people(1);
    const id = await create(staff, { min_participants: 2, target_participants: 2 });
    for (const person of [staff, customer]) await join(id, person);
    await pay(id, staff);
    const { shares, movements } = await statement(id, customer);
    expect(shares.map((share) => [share.display_name, share.is_staff])).toEqual([
      ['Test analyst 1', true],
      ['Test customer 2', false],
    ]);
    expect(movements.map(({ kind, is_staff }) => [kind, is_staff])).toEqual([['charge', true]]);
  });
});
