import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import * as css from './verdict-screen.css.ts'

/**
 * Covers the whole screen with one result: colour, shape of the icon and word mean the same, so that each is enough.
 * @param actions what can be pressed
 */
export function ResultFrame({
  tone,
  icon: Icon,
  word,
  isTraining,
  actions,
  children,
}: {
  tone: keyof typeof css.screen
  icon: LucideIcon
  word: string
  isTraining: boolean
  actions: ReactNode
  children: ReactNode
}) {
  return (
    <div
      className={css.screen[tone]}
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="verdict"
      aria-describedby="why"
    >
      {isTraining && <p className={css.training}>Training</p>}
      <div className={css.text} role="alert">
        <Icon className={css.icon} strokeWidth={3} aria-hidden="true" />
        <p id="verdict" className={css.word}>
          {word}
        </p>
        <div id="why" className={css.why}>
          {children}
        </div>
      </div>
      {actions}
    </div>
  )
}
