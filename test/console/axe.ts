import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The serious accessibility findings of axe on the current page. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // Evaluated through the debugger, which the Content-Security-Policy of the page does not restrict.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, { resultTypes: ['violations'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
