import { reportItem, visitTimeout } from './page-views.ts'

/** Reports which items of a list were looked at, and which were opened. A module of its own: only pages with such lists download it. */

/** How long half of an item has to be on the screen to count as looked at, in milliseconds. */
const lookTime = 1000
/** When each item was last reported as seen, in milliseconds since 1970. */
const seenAt = new Map<string, number>()

/**
 * Reports a view once half of an element has been on the screen for a second, at most once in half an hour for each item, whatever
 * elements show it.
 * @param element what shows the item
 * @returns stops watching
 */
export function reportWhenSeen(element: Element, kind: 'events' | 'products', id: string): () => void {
  const mark = `${kind} ${id}`
  let timer: ReturnType<typeof setTimeout> | undefined
  const count = () => {
    // Nobody looks at a page in the background.
    if (document.hidden) {
      timer = setTimeout(count, lookTime)
      return
    }
    if (Date.now() - (seenAt.get(mark) ?? 0) < visitTimeout) return
    seenAt.set(mark, Date.now())
    reportItem(kind, id, 'view')
  }
  const watcher = new IntersectionObserver(
    (entries) => {
      clearTimeout(timer)
      if ((entries.at(-1)?.intersectionRatio ?? 0) >= 0.5) timer = setTimeout(count, lookTime)
    },
    { threshold: 0.5 },
  )
  watcher.observe(element)
  return () => {
    clearTimeout(timer)
    watcher.disconnect()
  }
}

/**
 * Reports that the details of an item were opened from another page of this site: by a link that the browser followed by itself, or
 * by one that the site's scripts followed.
 * @param navigation key of the navigation that led here, `default` for a page that was loaded
 */
export function reportOpened(kind: 'events' | 'products', id: string, navigation: string): void {
  const isFromSite = navigation !== 'default' || document.referrer.startsWith(`${location.origin}/`)
  if (isFromSite) reportItem(kind, id, 'detail-click')
}
