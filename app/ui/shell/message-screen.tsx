import type { ReactNode } from 'react'
import { heroTitle } from '../layout.css.ts'
import { EventArt } from '../picture.tsx'
import * as css from './message-screen.css.ts'

/** A whole page that says one thing: not found, not allowed, broken. */
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
      <EventArt path={null} alt="" seed="message" ratio="fill" shade className={css.art} />
      <div className={css.words}>
        <h1 className={heroTitle}>{title}</h1>
        <p className={css.text}>{text}</p>
        <div className={css.actions}>{actions}</div>
      </div>
    </section>
  )
}
