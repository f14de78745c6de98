import { classNames } from './class-names.ts'
import * as css from './live-dot.css.ts'

/** The notification dot: it pulses only while something is live, and lies still otherwise and under reduced motion. */
export function LiveDot({ live, className }: { live: boolean; className?: string }) {
  return (
    <span
      className={classNames(css.state[live ? 'pulsing' : 'still'], className)}
      data-live={live}
      aria-hidden="true"
    />
  )
}
