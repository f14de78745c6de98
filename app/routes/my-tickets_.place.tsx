import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { linkTokenSchema } from '#core/account-fields.ts'
import { formatMoment } from '#core/event-time.ts'
import { formatMoney } from '#core/money.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { takePlaceSchema } from '#features/sharing/allocations/allocations.schema.ts'
import {
  readAllocatedPlace,
  takeAllocatedPlace,
} from '#features/sharing/allocations/allocations.writes.server.ts'
import { readForm } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack, text } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your place', noindex: true })

/** Forbids caches, and referrers to other sites: the address holds the link's token. */
export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = { pageParams: ['token'] }

/** Shows the place that a link is for. Opening it changes nothing: programs that preview links open them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = linkTokenSchema.safeParse(new URL(request.url).searchParams.get('token')).data
  const place = token ? await readAllocatedPlace(token) : null
  return { token: token && place ? token : null, place }
}

/** Has no guard: the link proves who was given the place. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request, takePlaceSchema)
  if (!form.ok) throw form.reply()
  const owner = await continueAsGuest(args)
  const taken = owner.ok ? await takeAllocatedPlace(owner.value, form.value.token) : owner
  if (taken.ok) return redirect(paths.checkout({ hold: taken.value }), 303)
  return data({ refusal: refusalSentence(taken.refusal) }, { status: refusalStatus(taken.refusal) })
}

/** Leads the person to the checkout who was handed a place. */
export default function AllocatedPlaceRoute() {
  const { token, place } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()?.refusal ?? null
  const isOpen = place?.state === 'handed' || place?.state === 'opened'
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title={place?.event.title ?? 'Your place'} />
        {refusal && <Banner tone="danger" title={refusal} announce />}
        {!isOpen && <Banner tone="warning" title="This link no longer works." />}
        {place && token && isOpen ? (
          <Card as="section" className={stack[4]}>
            <h2>{`A ${place.typeName} ticket for ${place.guestName ?? 'you'}`}</h2>
            <p>
              {`${place.from ? `${place.from} kept this for you. ` : ''}It costs ${formatMoney(place.totalCents, place.currency)}, the same as for everyone.`}
            </p>
            <p className={text.small} suppressHydrationWarning>
              {`Yours until ${formatMoment(place.endsAt, place.event.timeZone, place.now)}.`}
            </p>
            <form method="post" action={paths.allocatedPlace()}>
              <input type="hidden" name="token" value={token} />
              <Button type="submit" size="lg" block>
                Buy this ticket
              </Button>
            </form>
          </Card>
        ) : (
          <LinkButton to={paths.events()}>See events</LinkButton>
        )}
      </div>
    </div>
  )
}
