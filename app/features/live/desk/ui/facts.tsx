import type { ReactNode } from 'react'
import * as css from './desk.css.ts'

/** Lists facts with their names. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt className={css.term}>{name}</dt>
      <dd className={css.value}>{value}</dd>
    </>
  )
}
