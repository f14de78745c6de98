import { Link } from '@remix-run/react'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { touchLink } from '#ui/touch-link.css.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import * as css from './today.css.ts'

/** Lists steps with their state. A missing one links to where it is done, where there is such a page. */
export function Steps({
  steps,
}: {
  steps: { key: string; done: boolean; text: string; to: string | null }[]
}) {
  return (
    <ul className={css.steps}>
      {steps.map(({ key, done, text, to }) => {
        const Icon = done ? CircleCheck : CircleDashed
        return (
          <li
            key={key}
            className={done ? css.stepDone : css.step}
            data-testid={`step-${key}`}
            data-done={done}
          >
            <Icon size={18} aria-hidden="true" />
            <span>
              <VisuallyHidden>{done ? 'Done: ' : 'Missing: '}</VisuallyHidden>
              {to ? (
                <Link to={to} className={touchLink}>
                  {text}
                </Link>
              ) : (
                text
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
