import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds on the page as it is now that keeps somebody from using it. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // By the debugger, which the page's policy does not concern.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, { resultTypes: ['violations'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
