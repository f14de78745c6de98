import { renderToStaticMarkup } from 'react-dom/server'
import * as paths from '#core/paths.ts'
import * as css from '#ui/button.css.ts'
import { classNames } from '#ui/class-names.ts'

/**
 * Renders the way to the waitlist as HTML, for the event's page, whose scripts have no room for it.
 * @param isOpen true while tickets of the event are sold out and their sale goes on
 * @returns empty where there is nothing to wait for
 */
export function joinLinkHtml({ id, slug }: { id: string; slug: string }, isOpen: boolean): string {
  if (!isOpen) return ''
  return renderToStaticMarkup(
    <a
      href={paths.waitlist(id, slug)}
      className={classNames(css.variant.secondary, css.size.lg, css.block)}
      data-waitlist
    >
      Join the waitlist
    </a>,
  )
}
