import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';

/** The CSS variables that a rule for :root sets. */
function variablesOf(rule: CSSStyleRule): [string, string][] {
  return [...rule.style]
    .filter((name) => name.startsWith('--'))
    .map((name) => [name, rule.style.getPropertyValue(name)]);
}

function isRoot(rule: CSSRule): rule is CSSStyleRule {
  return rule instanceof CSSStyleRule && rule.selectorText === ':root';
}

/** The colours of both themes as in app.css, no matter which theme the system prefers. */
function readThemes(): { light: Record<string, string>; dark: Record<string, string> } {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const night = rules
    .filter((rule) => rule instanceof CSSMediaRule && rule.conditionText.includes('dark'))
    .flatMap((rule) => [...(rule as CSSMediaRule).cssRules]);
  const light = Object.fromEntries(rules.filter(isRoot).flatMap(variablesOf));
  return { light, dark: { ...light, ...Object.fromEntries(night.filter(isRoot).flatMap(variablesOf)) } };
}

/** Shows the same content twice, in light and in dark colours. */
export function Panes({ children }: { children: (theme: string) => ReactNode }) {
  const [themes, setThemes] = useState<ReturnType<typeof readThemes> | null>(null);
  useEffect(() => setThemes(readThemes()), []);
  if (!themes) return null;
  return Object.entries(themes).map(([theme, variables]) => (
    <section
      key={theme}
      aria-label={theme}
      style={{ ...variables, colorScheme: theme } as CSSProperties}
      className="bg-paper py-8 text-ink"
    >
      <h2 className="page display-2">{theme === 'light' ? 'Light' : 'Dark'}</h2>
      {children(theme)}
    </section>
  ));
}
