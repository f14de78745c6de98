import { renderToStaticMarkup } from 'react-dom/server'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import * as css from '#ui/button.css.ts'
import { classNames } from '#ui/class-names.ts'

/**
 * Renders what the reader holds as HTML, for the event's page, whose scripts have no room for it.
 * @param held says what it is; null for nothing
 * @returns empty where nothing is held
 */
export function heldHtml(held: string | null): string {
  if (held === null) return ''
  return renderToStaticMarkup(
    <Banner
      title={held}
      action={
        <a href={paths.checkout()} className={classNames(css.variant.primary, css.size.sm)}>
          Go to checkout
        </a>
      }
    >
      Picking tickets again replaces them.
    </Banner>,
  )
}
