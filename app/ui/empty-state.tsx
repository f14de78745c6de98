import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import * as css from './empty-state.css.ts'
import { FirstLight } from './first-light.tsx'

/**
 * Fills an empty list: what would be here, and what to do now.
 * @param headingLevel 2 under a page title, 1 when this is the whole page
 */
export function EmptyState({
  title,
  text,
  action,
  headingLevel = 2,
  className,
}: {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  headingLevel?: 1 | 2 | 3
  className?: string
}) {
  const Heading = `h${headingLevel}` as const
  return (
    <section className={classNames(css.empty, className)}>
      <FirstLight className={css.mark} size={44} />
      <Heading className={css.title}>{title}</Heading>
      {text && <p className={css.text}>{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </section>
  )
}
