import type { ReactNode } from 'react'
import * as layout from './layout.css.ts'
import * as css from './page-header.css.ts'

/** Renders the top of a page: its one `h1`, a sentence, and its actions. */
export function PageHeader({
  title,
  text,
  eyebrow,
  actions,
}: {
  title: ReactNode
  text?: ReactNode
  /** Shows short text above the title: the section, or a time. */
  eyebrow?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className={css.header}>
      <div className={css.heading}>
        {eyebrow && <p className={layout.text.eyebrow}>{eyebrow}</p>}
        <h1>{title}</h1>
        {text && <p className={css.text}>{text}</p>}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  )
}
