import * as paths from '#core/paths.ts'
import { shortDate } from '#core/time.ts'
import { LinkButton } from '#ui/button.tsx'
import { stack, text } from '#ui/layout.css.ts'
import type { SecondFactor } from '../accounts.types.ts'

/** Tells in the settings whether signing in takes a second step, and leads to where that is changed. */
export function SecondStepSummary({
  apps,
  passkeys,
  codesLeft,
  dueAt,
  timeZone,
}: SecondFactor & { timeZone: string }) {
  const [since] = [...apps, ...passkeys].map((factor) => factor.since).sort()
  return (
    <div className={stack[3]}>
      <p className={text.muted}>
        {since
          ? `On since ${shortDate(since, timeZone)}. ${codesLeft === 1 ? '1 recovery code' : `${codesLeft} recovery codes`} left.`
          : 'Off. With it, signing in takes your password and one more step, such as a code from your phone.'}
        {dueAt && ` Admins need it by ${shortDate(dueAt, timeZone)}.`}
      </p>
      <div>
        <LinkButton to={paths.secondStepSettings()} variant="secondary">
          {since ? 'Change' : 'Set up'}
        </LinkButton>
      </div>
    </div>
  )
}
