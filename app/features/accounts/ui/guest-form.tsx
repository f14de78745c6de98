import { type FormEvent, useState } from 'react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { type SignInOutcome, sendSignIn } from '../send-sign-in.ts'

/** One button: a session without an account. */
export function GuestForm({
  redirect,
  onEnd,
}: {
  redirect: string
  onEnd: (outcome: SignInOutcome) => void
}) {
  const [busy, setBusy] = useState(false)
  const begin = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const outcome = await sendSignIn({ path: paths.apiGuest(), body: {} })
    setBusy(false)
    onEnd(outcome)
  }
  return (
    <form method="post" action={paths.apiGuest()} onSubmit={begin}>
      <input type="hidden" name="redirect" value={redirect} />
      <Button type="submit" variant="secondary" size="lg" block busy={busy}>
        Continue as guest
      </Button>
    </form>
  )
}
