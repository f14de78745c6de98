import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { ok, refused } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import { confirmSchema } from '#features/assistant/assistant.schema.ts'
import { confirmDraft, finishDraft, type Writes } from '#features/assistant/drafts.writes.server.ts'
import { askAlert } from '#features/mail/alerts/alerts.writes.server.ts'
import { pauseNotifications } from '#features/mail/notifications.writes.server.ts'
import { changeCart, limitCartChanges } from '#features/orders/cart/cart.writes.server.ts'
import { askRefund } from '#features/orders/refunds/own-refund.writes.server.ts'
import { offerTransfer } from '#features/sharing/transfers/transfers.writes.server.ts'
import { joinWaitlist } from '#features/sharing/waitlist/waitlist.writes.server.ts'
import { sendTicketLinks } from '#features/tickets/tickets.writes.server.ts'
import { requireMember } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { type RequestArgs, readIdentity } from '#server/session.server.ts'

/** Nothing is shown here: the conversation has the cards. */
export async function loader(args: LoaderFunctionArgs) {
  await requireMember(args)
  return redirect(paths.aiAssistant())
}

/** The ordinary write of each act, as the pages of its area call it: with their limits and refusals. */
function writesOf(args: RequestArgs, actor: Actor): Writes {
  return {
    async resend_tickets() {
      const email = (await readIdentity(args))?.email
      const refusal = email ? await sendTicketLinks(args, email) : null
      if (!email) return refused('address_missing')
      return refusal ? { ok: false, refusal } : ok(null)
    },
    transfer: ({ ticket, to }) =>
      offerTransfer(args, { user: actor.id }, { intent: 'transfer', ticket, by: 'person', to }),
    waitlist: ({ event, quantity }) => joinWaitlist(args, actor, event, { quantity, type: 'any' }),
    refund: ({ code, tickets, amountCents }, draft) =>
      askRefund(args, { code }, { tickets, amountCents, reason: undefined }, draft),
    reminder: ({ event }) => askAlert(args, actor, event, {}),
    async pause_mail() {
      await pauseNotifications(args, true)
      return ok(null)
    },
    async cart({ variant, quantity }, draft) {
      return (await limitCartChanges(args)) ?? changeCart(actor, { intent: 'add', variant, quantity }, draft)
    },
  }
}

/** Does once what a card of the assistant showed, or drops it. */
export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args)
  const { intent, form } = await readIntent(args.request, { confirm: confirmSchema, drop: confirmSchema })
  if (!form.ok) return redirect(paths.aiAssistant())
  const { conversation, ...named } = form.value
  if (intent === 'drop') await finishDraft(args, named, 'dropped')
  // A refusal is stored with the card, which the conversation shows.
  else await confirmDraft(args, named, writesOf(args, actor))
  return redirect(conversation === undefined ? paths.aiAssistant() : paths.conversation(conversation))
}
