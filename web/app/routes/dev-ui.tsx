import { Gallery } from '../features/gallery/gallery';
import { Panes } from '../features/gallery/panes';
import type { PageHandle } from '../lib/page-handle';
import { PageHead } from '../ui/section';

export const handle: PageHandle = { query: [] };

export function meta() {
  return [{ title: 'Components' }, { name: 'robots', content: 'noindex' }];
}

/** A form, a list and the states of a page, light and dark; development only. */
export default function DevUi() {
  return (
    <>
      <PageHead title="Components" lead="A form, a list and the states of a page. Development only." />
      <Panes>{(theme) => <Gallery theme={theme} />}</Panes>
    </>
  );
}
