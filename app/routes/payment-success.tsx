import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node'
import { data, redirect } from '@remix-run/node'
import { useActionData, useLoaderData, useMatches } from '@remix-run/react'
import { pageMeta, siteFacts } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { orderStates } from '#core/states.ts'
import { keepTicketsSchema } from '#features/accounts/accounts.schema.ts'
import { registerBuyer } from '#features/accounts/accounts.writes.server.ts'
import { KeepTicketsForm } from '#features/accounts/ui/keep-tickets-form.tsx'
import { readOrder } from '#features/orders/orders.reads.server.ts'
import { orderCodeSchema } from '#features/orders/orders.schema.ts'
import { canRetryPayment, outcomeOf } from '#features/orders/payment-outcome.rules.ts'
import { settleOpenPayments } from '#features/orders/settlement.writes.server.ts'
import { HoldClock } from '#features/orders/ui/hold-clock.tsx'
import { NoPayment, PaymentPage } from '#features/orders/ui/payment-page.tsx'
import { readMyTickets } from '#features/tickets/tickets.reads.server.ts'
import { PassLinks } from '#features/tickets/ui/pass-links.tsx'
import { readActor, readGuarded, requireActor } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { leaveFlash } from '#server/flash.server.ts'
import { readForm } from '#server/form.server.ts'
import { listPassWallets } from '#server/passes.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { checkoutShell } from '#ui/shell/checkout-shell.tsx'
import type { ShellHandle } from '#ui/shell/page-shell.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Payment success', noindex: true })

/** A payment that is not through is still in the checkout, and the clock of its tickets runs on. */
export const handle: ShellHandle<SerializeFrom<typeof loader>> = {
  shell: (page) =>
    page?.order && ['waiting', 'failed'].includes(outcomeOf(page.order)) ? checkoutShell : 'site',
  status: (page) =>
    page?.order?.hold &&
    outcomeOf(page.order) === 'failed' &&
    canRetryPayment(page.order) && (
      <HoldClock
        expiresAt={page.order.hold.expiresAt}
        serverNow={page.order.serverNow}
        timeZone={page.order.event?.timeZone ?? page.order.timeZone}
      />
    ),
}

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const orderParam = searchParams.get('order')
  if (orderParam === null) return { order: null, isNamed: false }
  const code = orderCodeSchema.safeParse(orderParam).data
  const [actor, found] = code
    ? await readGuarded(args, readActor(args), () => readOrder(args, code))
    : [null, null]
  // A buyer who paid in an app's browser and comes back in another one gets the same answer as somebody who guesses a code.
  if (!actor || !found) return { order: null, isNamed: true }
  let order = found
  if (orderStates[order.status].awaitsPayment) {
    // Asks the provider when the buyer returns before its report. The database takes either once.
    const settled = await settleOpenPayments({ orderId: order.id })
    if (settled > 0) order = (await readOrder(args, order.code)) ?? order
  }
  const passes = outcomeOf(order) === 'paid' ? await readPasses(args, order.code) : []
  const tries = Math.min(99, Math.max(0, Number.parseInt(searchParams.get('tries') ?? '0', 10) || 0))
  return {
    order,
    passes,
    isGuest: actor.isGuest,
    tries,
    nextPath: paths.paymentSuccess({ order: order.code, tries: tries + 1 }),
    calendarPath:
      order.event && order.event.status !== 'postponed' ? paths.eventCalendar(order.event.id) : null,
  }
}

/** Reads the tickets of an order that can be put into a wallet now; none where no wallet is set up, which costs no query. */
async function readPasses(args: RequestArgs, code: string) {
  if (listPassWallets(args.request.headers.get('user-agent')).length === 0) return []
  const tickets = (await readMyTickets(args)).flatMap((each) => each.tickets)
  return tickets
    .filter(({ orderCode, passes }) => orderCode === code && passes.length > 0)
    .map(({ id, typeName, holderName, passes }) => ({ id, typeName, holderName, passes }))
}

/** Turns a guest with a paid order into an account: the order's address and name, and the typed password. */
export async function action(args: ActionFunctionArgs) {
  const actor = await requireActor(args)
  const code = orderCodeSchema.safeParse(new URL(args.request.url).searchParams.get('order')).data
  const order = code ? await readOrder(args, code) : null
  if (!order || !orderStates[order.status].isSold) throw notFound()
  if (!actor.isGuest) return redirect(paths.myTickets())
  const form = await readForm(args.request, keepTicketsSchema)
  if (!form.ok) return respond(form.reply())
  const made = await registerBuyer(args, {
    name: order.name,
    email: order.email,
    password: form.value.password,
  })
  if (!made.ok) return respond(form.refuse(made.refusal))
  if (made.value.username) leaveFlash(args, 'my-tickets', made.value.username)
  return redirect(paths.myTickets(), 303)
}

const respond = ({ data: reply, init }: { data: SubmissionResult; init: ResponseInit | null }) =>
  data<SubmissionResult>(reply, init ?? undefined)

export default function PaymentSuccessRoute() {
  const shown = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const { siteUrl } = siteFacts(useMatches())
  if (!shown.order) return <NoPayment isNamed={shown.isNamed} />
  const { email, ticketCount } = shown.order
  const keep = shown.isGuest ? <KeepTicketsForm reply={reply} email={email} count={ticketCount} /> : null
  return (
    <PaymentPage {...shown} passes={<PassLinks tickets={shown.passes} />} siteUrl={siteUrl} keep={keep} />
  )
}
