import { classNames } from './class-names.ts'
import * as css from './live-dot.css.ts'

/** Shows a pulsing dot while a stream is live, a still one under reduced motion, and nothing otherwise. */
export function LiveDot({ className }: { className?: string }) {
  return <span className={classNames(css.dot, className)} data-live aria-hidden="true" />
}
