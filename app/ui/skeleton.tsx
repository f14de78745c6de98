import { classNames } from './class-names.ts'
import * as css from './skeleton.css.ts'

/** The shape of something that is on its way. Silent: say what is loading with a `Spinner` label beside it. */
export function Skeleton({
  shape = 'line',
  className,
}: {
  shape?: keyof typeof css.shape
  className?: string
}) {
  return <span className={classNames(css.shape[shape], className)} aria-hidden="true" />
}
