import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Asks axe for a page's faults. */

const fromAxe = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const source = readFileSync(fromAxe.resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that axe leaves out by default, although WCAG 2.2 AA asks for them. */
const rules = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } }
/** Rules about colors; no other rule can differ between themes. */
const colorRules = ['color-contrast', 'link-in-text-block']
/** Rows of a list after its first eight: their markup repeats, and axe takes as long as there are elements. */
const furtherRows = 'main :is(tbody, ul, ol) > :nth-child(n + 9)'

/**
 * Lists the faults that axe finds on a page, each as the rule's id and the element.
 * @param options.rules every rule, or only those that depend on the theme: for a page whose other theme was checked
 * @param options.rows the first eight rows of each list in the page's main part, or all
 * @param options.within the part of the page to check, as a selector; default all of it
 */
export async function findFaults(
  page: Page,
  options: { rules?: 'all' | 'colors'; rows?: 'first' | 'all'; within?: string } = {},
): Promise<string[]> {
  // Evaluates axe (half a megabyte) once per document: the builder would do so with each call, twice at a page's first.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const builder = new AxeBuilder({ page, axeSource: 'void 0' })
  if (options.within) builder.include(options.within)
  if (options.rows !== 'all') builder.exclude(furtherRows)
  const { violations } = await builder
    .setLegacyMode()
    .options({
      ...(options.rules === 'colors' ? { runOnly: colorRules } : { rules }),
      resultTypes: ['violations'],
      preload: false,
      // Does not wait for frames: previews are sandboxed without scripts, so axe gets no response from them.
      iframes: false,
    })
    .analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // Repeats after scrolling: a target half under a sticky bar counts as small.
      .filter((node) => !node.any.some(({ data }) => data?.messageKey === 'partiallyObscured'))
      .map((node) => `${id}: ${node.html}`),
  )
}
