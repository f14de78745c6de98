import { classNames } from './class-names.ts'
import * as css from './skeleton.css.ts'

/**
 * Draws the outline of content that is loading. Hidden from assistive technology: announce it with a `Spinner`
 * label beside it.
 */
export function Skeleton({
  shape = 'line',
  className,
}: {
  shape?: keyof typeof css.shape
  className?: string
}) {
  return <span className={classNames(css.shape[shape], className)} aria-hidden="true" />
}
