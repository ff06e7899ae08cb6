import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from './copy-text';
import { ScriptedButton } from './scripted-button';

/** A button that copies `text`. `label` says what: 'Copy task number'. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(text)) setCopied(true);
  };
  return (
    <ScriptedButton
      aria-label={label}
      title={label}
      onClick={() => {
        void copy();
      }}
      className="inline-grid size-8 shrink-0 place-items-center rounded-sm text-ink-soft hover:bg-wash hover:text-accent disabled:opacity-45 noscript:hidden print:hidden"
    >
      {copied ? <Check className="size-4 text-good" /> : <Copy className="size-4" />}
      <span className="sr-only" aria-live="polite">
        {copied ? 'Copied' : ''}
      </span>
    </ScriptedButton>
  );
}
