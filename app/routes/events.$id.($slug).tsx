import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useLoaderData, useMatches, useNavigation } from '@remix-run/react'
import { lazy, Suspense, useEffect } from 'react'
import { reportItem } from '#browser/page-views.ts'
import { useUser } from '#browser/user-context.tsx'
import { pageMeta, siteFacts } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { eventCommunityHtml } from '#features/community/event-community.server.ts'
import { eventPath } from '#features/events/events.rules.ts'
import { closedEvent, notCached } from '#features/events/public/closed-event.server.ts'
import { readEventPage, readEventPreview } from '#features/events/public/public-events.reads.server.ts'
import { shownEvent } from '#features/events/public/shown-event.server.ts'
import { EventPage } from '#features/events/public/ui/event-page.tsx'
// The styles of the parts that are loaded on demand: they belong to the page that the server renders.
import '#features/community/ui/event-thread.css.ts'
import '#features/mail/alerts/ui/sale-wait.css.ts'
import '#features/shop/public/ui/suggestions.css.ts'
import { stepTicketsSchema } from '#features/orders/orders.schema.ts'
import { takePickerStep } from '#features/orders/picker-steps.server.ts'
import { shownChoices } from '#features/orders/shown-choices.server.ts'
import { EventTickets } from '#features/orders/ui/event-tickets.tsx'
import { aboveTickets } from '#features/sharing/above-tickets.server.ts'
import { listSuggestedProducts } from '#features/shop/public/catalogue.reads.server.ts'
import { suggestionsHtml } from '#features/shop/public/ui/suggestions-html.server.tsx'
import { requirePermission } from '#server/actor.server.ts'
import { readEnv } from '#server/env.server.ts'
import { takeFlash } from '#server/flash.server.ts'
import { readForm } from '#server/form.server.ts'
import { framedBySiteHeader } from '#server/security-headers.server.ts'
import { readShell } from '#server/shell.server.ts'
import { visitorsPage, withPosts } from '#server/visitors-page.server.ts'
import { ServerMarkup } from '#ui/server-markup.tsx'
import type { ShellHandle } from '#ui/shell/page-shell.ts'

const SaleWait = lazy(() =>
  import('#features/mail/alerts/ui/sale-wait.tsx').then((loaded) => ({ default: loaded.SaleWait })),
)

export async function loader(args: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(args.request.url)
  const preview = searchParams.has('preview')
  if (preview) await requirePermission(args, 'manage_events')
  const read = preview ? readEventPreview : readEventPage
  const [page, { brand }, suggested, above, community] = await Promise.all([
    read(args, args.params.id),
    readShell(args),
    listSuggestedProducts(args, args.params.id),
    aboveTickets(args, args.params.id),
    preview ? '' : eventCommunityHtml(args, args.params.id ?? ''),
  ])
  if (!page) throw await closedEvent(args, args.params.id ?? '')
  const path = eventPath(page.event)
  // Redirects to the one address of the event, whatever slug a link carries; search parameters stay.
  if (pathname.replace(/\.data$/, '') !== path)
    throw redirect(path + search, page.event.visibility === 'password' ? notCached : 301)
  const refusal = takeFlash(args, page.event.id)
  const sentence = takeFlash(args, `code-${page.event.id}`)
  const forAll = page.event.status !== 'draft' && refusal === null && sentence === null
  const { offer: _offer, extras: _extras, ...rest } = page
  const [event, { held, ...shown }] = await Promise.all([
    shownEvent(page, readEnv().SITE_URL, brand.name),
    shownChoices(args, page, sentence),
  ])
  const below = community + (suggestionsHtml(suggested) ?? '')
  const said = { ...rest, ...event, ...shown, above: held + above(page, preview), refusal, below, preview }
  return data(said, {
    headers: preview ? { [framedBySiteHeader]: 'yes' } : forAll ? withPosts(visitorsPage) : {},
  })
}

export const handle: ShellHandle<SerializeFrom<typeof loader>> & { pageParams: string[] } = {
  pageParams: ['pick', 'alert', 'preview', 'code'],
  shell: (page) => (page?.preview ? 'bare' : 'site'),
}

/** Has no guard: anybody may pick tickets and type a code in, within limits. */
export async function action(args: ActionFunctionArgs) {
  const { id = '' } = args.params
  const form = await readForm(args.request, stepTicketsSchema)
  if (!form.ok) return redirect(`${paths.event(id)}#tickets`, 303)
  return await takePickerStep(args, id, form.value, () => continueAsGuest(args))
}

export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => {
  if (!page) return pageMeta(matches, { title: 'Page Not Found', noindex: true })
  const { event } = page
  return pageMeta(matches, {
    title: event.title,
    description: page.description,
    path: eventPath(event),
    image: page.shareImage,
    imageAlt: `${event.title}. ${page.description}`,
    noindex: page.noindex,
  })
}

/** Shows one event: what, when, where, and its tickets. */
export default function Event() {
  const page = useLoaderData<typeof loader>()
  const { siteUrl, brand } = siteFacts(useMatches())
  const [{ id }, { isAuthenticated }] = [page.event, useUser()]
  useEffect(() => reportItem('events', id, 'view'), [id])

  // Follows the picker's form to the checkout when the tickets are held; stays when they are refused.
  const held = useNavigation().location?.pathname === paths.checkout()
  useEffect(() => void (held && reportItem('events', id, 'ticket-click')), [held, id])

  return (
    <EventPage
      page={page}
      origin={siteUrl}
      seller={brand.company}
      structuredData={page.structuredData}
      below={page.below && <ServerMarkup html={page.below} />}
      tickets={
        <EventTickets
          {...page}
          eventId={id}
          isMember={isAuthenticated && !page.preview}
          codeInUse={page.code}
          above={
            <>
              {page.above && <ServerMarkup html={page.above} />}
              {page.alert && (
                <Suspense>
                  <SaleWait page={page} />
                </Suspense>
              )}
            </>
          }
        />
      }
    />
  )
}
