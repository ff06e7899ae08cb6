import { Gallery } from '../features/gallery/gallery';
import { Panes } from '../features/gallery/panes';
import type { PageHandle } from '../lib/page-handle';
import { PageHead } from '../ui/section';

export const handle: PageHandle = { query: [] };

export function meta() {
  return [{ title: 'Components' }, { name: 'robots', content: 'noindex' }];
}

/** Examples of forms, lists and states of pages, light and dark. Only in development. */
export default function DevUi() {
  return (
    <>
      <PageHead title="Components" lead="A form, a list and the states of a page. Development only." />
      <Panes>{(theme) => <Gallery theme={theme} />}</Panes>
    </>
  );
}
