import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { type Refusal, refusalSentence } from '#core/result.ts'
import { isMember } from '#core/roles.ts'
import { eventPath } from '#features/events/events.rules.ts'
import { readEventPage } from '#features/events/public/public-events.reads.server.ts'
import { askAlertSchema, followSchema } from '#features/mail/alerts/alerts.schema.ts'
import { askAlert, dropAlert, saveFollow } from '#features/mail/alerts/alerts.writes.server.ts'
import { readActor } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { leaveFlash } from '#server/flash.server.ts'
import { readIntent } from '#server/form.server.ts'

/**
 * Takes the plain forms of an event's page that ask for its alerts and follow its artists or its series, and goes back to the page. Open to
 * everybody who sees the page: an address that is typed is asked by mail first, and only members follow.
 */
export async function action(args: ActionFunctionArgs) {
  const [page, actor] = await Promise.all([readEventPage(args, args.params.id), readActor(args)])
  if (!page) throw notFound()
  const { event } = page
  const path = eventPath(event)
  const back = (query: string, refusal?: Refusal) => {
    if (refusal) leaveFlash(args, event.id, refusalSentence(refusal))
    return redirect(path + query, 303)
  }
  const member = actor && isMember(actor) ? actor : null
  const { intent, form } = await readIntent(args.request, {
    alert: askAlertSchema,
    'drop-alert': null,
    follow: followSchema,
  })
  switch (intent) {
    case 'alert': {
      if (!form.ok || !(member || form.value.email)) return back('?alert=invalid#alert')
      if (!page.alert) return back('#tickets', { code: 'alert_closed', facts: {} })
      const asked = await askAlert(args, member, event.id, form.value)
      if (!asked.ok) return back('#tickets', asked.refusal)
      return back(member ? '#alert' : '?alert=sent#alert')
    }
    case 'drop-alert':
      if (member) await dropAlert(member, event.id)
      return back('#alert')
    default: {
      if (!member) {
        const auth = { auth: actor ? 'register' : 'login', redirect: path }
        return redirect(`${path}?${new URLSearchParams(auth)}`, 303)
      }
      if (!form.ok) return back('')
      const followed = await saveFollow(args, member, form.value)
      if (!followed.ok) return back('#tickets', followed.refusal)
      return followed.value === 'requested'
        ? redirect(paths.alerts({ done: 'check' }), 303)
        : back(`#${form.value.subject}`)
    }
  }
}
