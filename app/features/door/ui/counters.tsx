import type { DoorCounters } from '../door.types.ts'
import * as css from './counters.css.ts'

/** Shows how many are inside, in three figures. */
export function Counters({ counters }: { counters: DoorCounters }) {
  return (
    <dl className={css.row}>
      <Figure name="In now" value={counters.inNow} />
      <Figure name="Admitted" value={counters.admitted} />
      <Figure name="Remaining" value={counters.remaining} />
    </dl>
  )
}

function Figure({ name, value }: { name: string; value: number }) {
  return (
    <div className={css.figure}>
      <dt>{name}</dt>
      <dd className={css.value}>{value}</dd>
    </div>
  )
}
