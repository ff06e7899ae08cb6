import { Link } from 'react-router';
import { useConfig } from '../../lib/config';
import { Button } from '../../ui/button';

const link = 'inline-flex min-h-8 items-center hover:text-accent';

export function Footer() {
  const config = useConfig();
  const year = new Date().getFullYear();
  return (
    <footer className="mt-24 border-rule border-t bg-wash print:hidden">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-10 py-14 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-full grid content-start justify-items-start gap-5 md:col-span-1">
          <p className="display-3 max-w-[18ch]">Know what is in the vial.</p>
          <Button to="/request" variant="secondary">
            Request a test
          </Button>
        </div>
        <nav aria-label="Product" className="grid content-start gap-1">
          <p className="label mb-2">Product</p>
          <Link to="/pricing" className={link}>
            Pricing
          </Link>{' '}
          <Link to="/tests" className={link}>
            Tests
          </Link>{' '}
          <Link to="/group-tests" className={link}>
            Group tests
          </Link>{' '}
          <Link to="/verify" className={link}>
            Verify a test
          </Link>{' '}
          <Link to="/how-it-works" className={link}>
            How it works
          </Link>
        </nav>
        <nav aria-label="Community" className="grid content-start gap-1">
          <p className="label mb-2">Community</p>
          <a href={config?.links.pepchat ?? '/'} rel="noreferrer" className={link}>
            PEPCHAT
          </a>{' '}
          <a href={config?.links.discord ?? '/'} rel="noreferrer" className={link}>
            DISCORD
          </a>
        </nav>
        <nav aria-label="Policies" className="grid content-start gap-1">
          <p className="label mb-2">Policies</p>
          <Link to="/terms" className={link}>
            Terms of service
          </Link>{' '}
          <Link to="/privacy" className={link}>
            Privacy
          </Link>{' '}
          <Link to="/testing-policy" className={link}>
            Testing policy
          </Link>{' '}
          <Link to="/transparency" className={link}>
            Public log
          </Link>
        </nav>
        {/* Around New Year, the year of a cached page differs from that of the browser. */}
        <p
          suppressHydrationWarning
          className="col-span-full text-ink-soft text-sm"
        >{`© ${year} ${config?.brand.name ?? ''}`}</p>
      </div>
    </footer>
  );
}
