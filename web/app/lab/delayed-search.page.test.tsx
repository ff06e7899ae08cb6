import { act, fireEvent, screen } from '@testing-library/react';
import { Link, useSearchParams } from 'react-router';
import { expect, it, vi } from 'vitest';
import { expectAddress, fill, openPage, pass, stopTime } from '../testing/open-page';
import { SearchBox } from '../ui/search-box';
import { ScanField } from './scan-field';

function Compounds() {
  const [params, setParams] = useSearchParams();
  return (
    <SearchBox label="Find" value={params.get('search') ?? ''} onSearch={(search) => setParams({ search })} />
  );
}

for (const [name, at, Field, label, sought] of [
  ['the search box', '/compounds', Compounds, 'Find', '/compounds?search=bpc'],
  ['the scan field', '/lab', ScanField, 'Scan or type a task number, or search', '/lab?q=bpc'],
] as const) {
  it(`a click on a link opens its page although ${name} would search a moment later`, async () => {
    stopTime();
    const loaded = Promise.withResolvers<null>();
    const List = () => (
      <>
        <Field />
        <Link to="/detail">BPC-157</Link>
      </>
    );
    openPage(at, {
      [at]: { default: List },
      '/detail': { default: () => <h1>Detail</h1>, clientLoader: () => loaded.promise },
    });
    await pass(50);
    fill(label, 'bpc');
    await pass(250);
    // React renders the navigation only after the moment in which the search would begin.
    await act(async () => {
      fireEvent.click(screen.getByRole('link', { name: 'BPC-157' }));
      vi.advanceTimersByTime(100);
    });
    await pass(1_000);
    loaded.resolve(null);
    await pass(50);
    await expectAddress('/detail');
  });

  it(`${name} searches 300 ms after the last letter or click`, async () => {
    stopTime();
    openPage(at, { [at]: { default: Field } });
    await pass(50);
    fill(label, 'bpc');
    await pass(250);
    fireEvent.click(document.body);
    await pass(250);
    await expectAddress(at);
    await pass(100);
    await expectAddress(sought);
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('bpc');
  });
}
