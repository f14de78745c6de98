import { classNames } from './class-names.ts'
import * as css from './spinner.css.ts'
import { visuallyHidden } from './visually-hidden.css.ts'

/** Draws the turning ring alone, beside text that names the work. */
export function SpinnerRing({ size = 'sm' }: { size?: keyof typeof css.rings }) {
  return <span className={css.rings[size]} aria-hidden="true" />
}

/**
 * Renders a labelled spinner.
 * @param label what is loading; read aloud, and shown when `showLabel` is set
 * @param size sm fits in a line of text, md stands alone, lg fills a page
 */
export function Spinner({
  label,
  size = 'md',
  showLabel = false,
  className,
}: {
  label: string
  size?: keyof typeof css.rings
  showLabel?: boolean
  className?: string
}) {
  return (
    <output className={classNames(css.spinner, className)}>
      <SpinnerRing size={size} />
      <span className={showLabel ? undefined : visuallyHidden}>{label}</span>
    </output>
  )
}
