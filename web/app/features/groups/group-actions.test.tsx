import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { groupDetail, idOf } from '../../testing/answers';
import { GroupActions } from './group-actions';
import type { GroupAction } from './use-group-action';

const IDLE: GroupAction = {
  refusal: null,
  isUntried: true,
  step: () => ({ isPending: false, error: null }),
  forget: () => undefined,
  run: () => undefined,
};

it('the first render of a reloaded page equals the server’s, without the failure that the form passed on', () => {
  const reloaded = { pathname: `/group-tests/${idOf(70)}`, state: { joinFailed: 'The service is busy.' } };
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={[reloaded]}>
      <GroupActions id={idOf(70)} group={groupDetail({ join: true })} action={IDLE} />
    </MemoryRouter>,
  );
  expect(html).toContain('Join');
  expect(html).not.toContain('The group is created');
});
