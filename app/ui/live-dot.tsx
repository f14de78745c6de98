import { classNames } from './class-names.ts'
import * as css from './live-dot.css.ts'

/** The notification dot of what is live now: it pulses, and stands still under reduced motion. Where nothing is live there is none. */
export function LiveDot({ className }: { className?: string }) {
  return <span className={classNames(css.dot, className)} data-live aria-hidden="true" />
}
