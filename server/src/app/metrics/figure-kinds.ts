import { Counter, Gauge, type OpenMetricsContentType, type Registry } from 'prom-client';

export type Figures = Registry<OpenMetricsContentType>;
type Value = () => number | undefined | Promise<number | undefined>;

/** Adds a gauge that is read at each scrape. It is left out while `value` gives none. */
export function addGauge(registry: Figures, name: string, help: string, value: Value): void {
  const figure: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const read = await value();
      if (read === undefined) figure.remove();
      else figure.set(read);
    },
  });
}

/** Adds a counter that is kept elsewhere and read at each scrape. */
export function addCounter(registry: Figures, name: string, help: string, value: () => number): void {
  const figure = new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      figure.reset();
      figure.inc(value());
    },
  });
}
