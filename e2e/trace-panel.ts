import type { Page } from '@playwright/test';

export const chromatogram = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Chromatogram', exact: true }) });

/** The row of a peak in the table, as one text for each column. */
export const rowOf = (page: Page, peak: number) =>
  chromatogram(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Choose peak ${peak}`, exact: true }) })
    .getByRole('cell')
    .allInnerTexts();

export const upload = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  chromatogram(page).locator('input[type=file]').setInputFiles(file);
