import type { ReactNode } from 'react'
import * as css from './badge.css.ts'
import { classNames } from './class-names.ts'

export type BadgeTone = keyof typeof css.tone

/** Labels a thing with its state, kind or count. The text carries the meaning, colour only supports it. */
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
