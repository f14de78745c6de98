import type { Page } from 'playwright-core'

/** Types codes into the picker of an event's page and reads the prices that it shows. */

/** Types a code in on an event's page. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.locator('button[name="step"][value="code"]').click()
  await page.locator('input[name="code"]').fill(code)
  await page.locator('button[name="step"][value="apply"]').click()
}

/** Adds up what the rows of a picker show, each price as often as it is chosen; cents. */
export function sumShown(tickets: Pick<Element, 'querySelectorAll'>): number {
  let cents = 0
  for (const row of tickets.querySelectorAll('li')) {
    const chosen = Number(row.querySelector('input[type="number"]')?.getAttribute('value') ?? 0)
    const price = row.querySelector('[data-price]')?.cloneNode(true)
    if (chosen === 0 || !price) continue
    const parts = [...price.childNodes].flatMap((node) => [node, ...node.childNodes])
    for (const part of parts) if (part.nodeName === 'S') part.textContent = ''
    for (const [, amount = '', units] of (price.textContent ?? '').matchAll(
      /\$([\d,]+(?:\.\d\d)?)(?: × (\d+))?/g,
    ))
      cents += Math.round(Number(amount.replaceAll(',', '')) * 100) * Number(units ?? chosen)
  }
  return cents
}
