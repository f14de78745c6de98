import { renderToStaticMarkup } from 'react-dom/server'
import { text } from '#ui/layout.css.ts'
import { splitText } from '../allocations.rules.ts'
import type { PlaceSplit } from '../allocations.types.ts'

/**
 * Renders how the places of an event are split as HTML, for the event's page, whose scripts have no room for it.
 * @param split null where admins do not show it
 */
export function placeSplitHtml(split: PlaceSplit | null): string {
  if (!split) return ''
  return renderToStaticMarkup(
    <p className={text.small} data-place-split>
      {splitText(split)}
    </p>,
  )
}
