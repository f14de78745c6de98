import type { ReactNode } from 'react'
import { FirstLight } from '../first-light.tsx'
import { heroTitle } from '../layout.css.ts'
import * as css from './message-screen.css.ts'

/** Renders a whole page with one message: not found, not allowed, broken. */
export function MessageScreen({
  title,
  text,
  actions,
}: {
  title: string
  text: ReactNode
  actions: ReactNode
}) {
  return (
    <section className={css.screen}>
      <FirstLight size={560} className={css.mark} />
      <div className={css.content}>
        <h1 className={heroTitle}>{title}</h1>
        <p className={css.text}>{text}</p>
        <div className={css.actions}>{actions}</div>
      </div>
    </section>
  )
}
