import { Link } from 'react-router';
import { useConfig } from '../../lib/config';
import { Section } from '../../ui/section';

export function About() {
  const brand = useConfig()?.brand;
  return (
    <Section label={`About ${brand?.name ?? ''}`}>
      <p className="display-2 max-w-[30ch]">{`${brand?.lab_name ?? ''} tests peptides and related compounds for anybody who wants to know, and shows its work.`}</p>
      <div className="mt-8 grid max-w-4xl gap-6 text-ink-soft md:grid-cols-2">
        <p>
          Each result names the method, the unit and the limit it was judged by. The trace behind it is
          published with it. A correction is a new revision beside the old one, never a quiet change.
        </p>
        <p>
          You choose whether a result is public or private. Either way the certificate is signed and entered
          in a public log, whoever holds it can verify it, and nobody is told who ordered it.{' '}
          <Link to="/how-it-works" className="link">
            How it works
          </Link>
        </p>
      </div>
    </Section>
  );
}
