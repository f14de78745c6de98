import type { ReactNode } from 'react'
import { Card } from '../card.tsx'
import { text } from '../layout.css.ts'
import * as css from './form-section.css.ts'

/** A group of fields of a long form, with its heading. @param id of the heading */
export function FormSection({
  id,
  title,
  hint,
  children,
}: {
  id: string
  title: string
  hint?: string
  children: ReactNode
}) {
  return (
    <Card as="section" aria-labelledby={id}>
      <div className={css.section}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {hint && <p className={text.small}>{hint}</p>}
        {children}
      </div>
    </Card>
  )
}
