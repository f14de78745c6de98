import type { ReactNode } from 'react'
import * as css from './stat-tile.css.ts'

/** Shows one figure with its name, in a description list of its own, so it can stand anywhere. */
export function StatTile({ label, value, hint }: { label: ReactNode; value: ReactNode; hint?: ReactNode }) {
  return (
    <dl className={css.tile}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>{value}</dd>
      {hint && <dd className={css.hint}>{hint}</dd>}
    </dl>
  )
}
