import type { CatalogItem } from '@vialproof/contract/catalog';
import type { PublicConfig } from '@vialproof/contract/config';
import type { Dossier } from '@vialproof/contract/dossiers';
import type { PublicTest } from '@vialproof/contract/tests';
import { plainDollars } from '@vialproof/science/money/money';
import { isValidElement, type ReactNode } from 'react';

/** A thing with a type of schema.org. */
export type Thing = { '@type': string; [property: string]: unknown };

const base = (config: PublicConfig) => config.brand.url.replace(/\/$/, '');

/** The laboratory of this site, as configured. */
function laboratory(config: PublicConfig): Thing {
  return {
    '@type': 'Organization',
    '@id': `${base(config)}/#laboratory`,
    name: config.brand.lab_name,
    address: config.brand.lab_address,
    url: `${base(config)}/`,
    logo: `${base(config)}/icon-512.png`,
    brand: { '@type': 'Brand', name: config.brand.name },
  };
}

/** For the home page: the laboratory and the search. */
export function siteThings(config: PublicConfig): Thing[] {
  return [
    laboratory(config),
    {
      '@type': 'WebSite',
      '@id': `${base(config)}/#site`,
      name: config.brand.name,
      url: `${base(config)}/`,
      inLanguage: 'en',
      publisher: { '@id': `${base(config)}/#laboratory` },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${base(config)}/tests?search={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ];
}

/** The path to a page: home, its list, the page. The home page has none. */
export function trail(site: string, title: string, path: string): Thing[] {
  if (path === '/') return [];
  const steps = [
    { name: 'Home', item: `${site}/` },
    ...(path.startsWith('/tests/') ? [{ name: 'Peptide Tests', item: `${site}/tests` }] : []),
    { name: title, item: site + path },
  ];
  const items = steps.map((step, place) => ({ '@type': 'ListItem', position: place + 1, ...step }));
  return [{ '@type': 'BreadcrumbList', itemListElement: items }];
}

/** The tests for sale, with prices. */
export function offerThings(config: PublicConfig, items: CatalogItem[]): Thing[] {
  const offers = items.map((item) => ({
    '@type': 'Offer',
    url: `${base(config)}/request?sku=${item.slug}`,
    price: plainDollars(item.base_price_cents),
    priceCurrency: config.currency.toUpperCase(),
    itemOffered: {
      '@type': 'Service',
      serviceType: 'Laboratory analysis',
      name: item.name,
      description: item.description,
      category: item.family,
    },
  }));
  if (offers.length === 0) return [];
  return [
    laboratory(config),
    {
      '@type': 'OfferCatalog',
      name: 'Laboratory tests',
      url: `${base(config)}/pricing`,
      provider: { '@id': `${base(config)}/#laboratory` },
      itemListElement: offers,
    },
  ];
}

/** A published result: the page of a test, and its measurements as data. */
export function resultThings(config: PublicConfig, test: PublicTest): Thing[] {
  const { result } = test;
  if (!result) return [];
  const address = `${base(config)}/tests/${test.request_id}`;
  return [
    laboratory(config),
    {
      '@type': 'ItemPage',
      '@id': `${address}#page`,
      url: address,
      name: `${result.title}, task #${test.task_number}`,
      inLanguage: 'en',
      mainEntity: { '@id': address },
      publisher: { '@id': `${base(config)}/#laboratory` },
    },
    {
      '@type': 'Dataset',
      '@id': address,
      url: address,
      name: `${result.title}, task #${test.task_number}`,
      description: `${result.summary} ${test.sku_name}, measured by ${config.brand.lab_name}.`.trim(),
      identifier: String(test.task_number),
      version: String(result.revision),
      datePublished: result.history[0]?.published_at ?? result.published_at,
      dateModified: result.published_at,
      isAccessibleForFree: true,
      creator: { '@id': `${base(config)}/#laboratory` },
      measurementTechnique: [...new Set(result.measurements.map(({ method }) => method))],
      variableMeasured: result.measurements.map(({ analyte, value, unit, method }) => ({
        '@type': 'PropertyValue',
        name: analyte,
        value,
        ...(unit ? { unitText: unit } : {}),
        measurementTechnique: method,
      })),
      distribution: {
        '@type': 'DataDownload',
        name: 'Certificate of Analysis',
        encodingFormat: 'application/pdf',
        contentUrl: `${base(config)}/api/tests/${test.request_id}/certificate`,
      },
    },
  ];
}

/** The published results of a compound, maker or batch, as data of the API. */
export function dossierThings(
  config: PublicConfig,
  { subject, counts, lines, newest_at, as_of }: Dossier,
): Thing[] {
  const address = base(config) + subject.path;
  const measured = lines.filter(({ method }) => method !== null);
  const name = subject.maker ? `${subject.name}, ${subject.maker.name}` : subject.name;
  return [
    laboratory(config),
    {
      '@type': 'ItemPage',
      '@id': `${address}#page`,
      url: address,
      name,
      inLanguage: 'en',
      mainEntity: { '@id': address },
      publisher: { '@id': `${base(config)}/#laboratory` },
    },
    {
      '@type': 'Dataset',
      '@id': address,
      url: address,
      name,
      description: `${counts.published} published laboratory tests of ${subject.name}, measured by ${config.brand.lab_name}: counts, methods, values and dates.`,
      ...(subject.spellings.length > 0 ? { alternateName: subject.spellings } : {}),
      ...(newest_at ? { datePublished: newest_at } : {}),
      ...(as_of ? { dateModified: as_of } : {}),
      isAccessibleForFree: true,
      creator: { '@id': `${base(config)}/#laboratory` },
      measurementTechnique: [...new Set(measured.map(({ method }) => method))],
      variableMeasured: [...new Set(measured.map(({ analyte }) => analyte))],
      distribution: {
        '@type': 'DataDownload',
        name: 'The same figures for programs',
        encodingFormat: 'application/json',
        contentUrl: `${base(config)}/api/dossiers${subject.path}`,
      },
    },
  ];
}

/** Questions and answers that are on the page. */
export function questionThings(questions: { title: string; content: ReactNode }[]): Thing[] {
  const entries = questions.map(({ title, content }) => ({
    '@type': 'Question',
    name: title,
    acceptedAnswer: { '@type': 'Answer', text: wordsOf(content).replace(/\s+/g, ' ').trim() },
  }));
  return [{ '@type': 'FAQPage', mainEntity: entries }];
}

/** The text of a React node. Paragraphs are separated by spaces. */
function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(wordsOf).join('');
  if (!isValidElement<{ children?: ReactNode }>(node)) return '';
  const words = wordsOf(node.props.children);
  return node.type === 'p' || node.type === 'li' ? ` ${words} ` : words;
}
