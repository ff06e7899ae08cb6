import { Link, useNavigate } from 'react-router';
import { expect, it } from 'vitest';
import { FAREWELL } from '../../lib/farewell';
import { button, heading, main, openPage, user } from '../../testing/open-page';
import { Farewell } from './farewell';

const Account = () => (
  <Link to="/" replace state={FAREWELL}>
    Delete
  </Link>
);

const Home = () => (
  <>
    <Farewell />
    <Link to="/next">Next</Link>
  </>
);

function Next() {
  const navigate = useNavigate();
  return (
    <>
      <h1>Next</h1>
      <button type="button" onClick={() => navigate(-1)}>
        Go back
      </button>
    </>
  );
}

it('the home page says once that the account is deleted, and not again after Back', async () => {
  const pages = { '/account': { default: Account }, '/': { default: Home }, '/next': { default: Next } };
  openPage('/account', pages);
  await user.click(await main().findByRole('link', { name: 'Delete' }));
  const said = await main().findByRole('status');
  expect(said.textContent).toContain('Your account is deleted.');
  expect(document.activeElement).toBe(said);
  await user.click(main().getByRole('link', { name: 'Next' }));
  await heading('Next');
  await user.click(button('Go back'));
  await main().findByRole('link', { name: 'Next' });
  expect(main().queryByRole('status')).toBeNull();
});
