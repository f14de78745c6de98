import type { Page } from 'playwright-core'

/** The least width and height of what is pressed, in CSS pixels (WCAG 2.5.5). */
export const leastTarget = 44

/**
 * Lists what can be pressed on a page and is smaller than 44 by 44 pixels, as `a "All events" 80 x 26`. A field belongs to its
 * label: pressing either does the same. A link whose pseudo-element covers its card is as large as the card. Links within
 * a sentence are exempt, as in WCAG 2.5.5 and 2.5.8.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const pressable =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem], [role=menuitemradio], [role=option], [role=switch]'
    const withinSentence = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false
      let block = element.parentElement
      while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
      const around = block?.cloneNode(true)
      if (!(around instanceof Element)) return false
      for (const other of around.querySelectorAll('a, button')) other.remove()
      return /\p{L}{2}/u.test(around.textContent ?? '')
    }
    const isHidden = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      const { clipPath } = getComputedStyle(element)
      return (
        width <= 1 ||
        height <= 1 ||
        clipPath === 'inset(50%)' ||
        !element.checkVisibility({ visibilityProperty: true })
      )
    }
    const sizeOf = (element: Element): [number, number] => {
      const boxes = [element.getBoundingClientRect()]
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      for (const label of labels) boxes.push(label.getBoundingClientRect())
      const cover = getComputedStyle(element, '::after')
      const covers = cover.content !== 'none' && cover.position === 'absolute'
      return [
        Math.max(...boxes.map(({ width }) => width), covers ? Number.parseFloat(cover.width) : 0),
        Math.max(...boxes.map(({ height }) => height), covers ? Number.parseFloat(cover.height) : 0),
      ]
    }
    return [...document.querySelectorAll(pressable)].flatMap((element) => {
      const labelled = element instanceof HTMLInputElement && element.labels?.[0]
      const shown = labelled && isHidden(element) ? labelled : element
      if (isHidden(shown) || element.matches(':disabled, [inert] *, [aria-hidden=true] *')) return []
      if (withinSentence(element)) return []
      const [width, height] = sizeOf(element)
      if (width >= least - 0.5 && height >= least - 0.5) return []
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
      const field = element.getAttribute('name') ?? ''
      return [
        `${element.tagName.toLowerCase()} "${(name || field).slice(0, 40)}" ${Math.round(width)} x ${Math.round(height)}`,
      ]
    })
  }, leastTarget)
}
