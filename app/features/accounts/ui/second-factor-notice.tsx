import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import * as css from './second-factor-notice.css.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Tells an admin on every staff page until when they must set up a second step.
 * @param dueAt the instant from which staff pages are closed to them
 * @param now the instant that the days left count from
 */
export function SecondFactorNotice({ dueAt, now }: { dueAt: string; now: string }) {
  const days = Math.max(1, Math.ceil((Date.parse(dueAt) - Date.parse(now)) / dayMs))
  return (
    <Banner
      tone="warning"
      className={css.notice}
      title={`Set up two-step verification: ${days === 1 ? 'less than a day' : `${days} days`} left.`}
      action={
        <LinkButton to={paths.secondStepSettings()} variant="secondary" size="sm">
          Set it up
        </LinkButton>
      }
    />
  )
}
