import type { ReactNode } from 'react'
import * as css from './badge.css.ts'
import { classNames } from './class-names.ts'

export type BadgeTone = keyof typeof css.tone

/** A word about a thing: its state, kind or count. Meaning is in the word, colour only helps. */
export function Badge({
  tone = 'neutral',
  className,
  children,
}: {
  tone?: BadgeTone
  className?: string
  children: ReactNode
}) {
  return <span className={classNames(css.tone[tone], className)}>{children}</span>
}
