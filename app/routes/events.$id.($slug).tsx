import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { Link, useLoaderData, useMatches, useNavigation } from '@remix-run/react'
import { lazy, Suspense, useEffect } from 'react'
import { reportItem } from '#browser/page-views.ts'
import { useUser } from '#browser/user-context.tsx'
import { pageMeta, siteFacts } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { venueNote } from '#core/place.ts'
import { refundSentence } from '#core/refund-policy.ts'
import { refusalSentence } from '#core/result.ts'
import { scriptJson } from '#core/structured-data.ts'
import { tableTermsText } from '#core/table-terms.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { isPasswordWanted } from '#features/events/event-password.writes.server.ts'
import {
  bannerOf,
  eventPath,
  goodToKnow,
  isUnlisted,
  mapLinks,
  salesClosed,
  shareText,
  ticketsLine,
} from '#features/events/events.rules.ts'
import { hasCalendarEntry } from '#features/events/public/event-calendar.ts'
import { eventJsonLd } from '#features/events/public/event-json-ld.ts'
import { eventMapImage } from '#features/events/public/event-map.server.ts'
import { readEventPage, readEventPreview } from '#features/events/public/public-events.reads.server.ts'
import { hasSharePicture, sharePicturePath } from '#features/events/public/share-card.server.ts'
import { EventPage } from '#features/events/public/ui/event-page.tsx'
// The styles of the parts that are loaded on demand: they belong to the page that the server renders.
import { question } from '#features/orders/ui/code-entry.css.ts'
import '#features/mail/alerts/ui/sale-wait.css.ts'
import '#features/shop/public/ui/suggestions.css.ts'
import { codeText } from '#features/orders/code-text.ts'
import { forgetCode, unlockCode } from '#features/orders/codes.writes.server.ts'
import {
  forgetCodeSchema,
  type StepTickets,
  stepTicketsSchema,
  unlockCodeSchema,
} from '#features/orders/orders.schema.ts'
import { readPicked } from '#features/orders/ticket-choice.rules.ts'
import { TicketPicker } from '#features/orders/ui/ticket-picker.tsx'
import { listSuggestedProducts } from '#features/shop/public/catalogue.reads.server.ts'
import { suggestionsHtml } from '#features/shop/public/ui/suggestions-html.server.tsx'
import { requireRole } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'
import { leaveFlash, takeFlash } from '#server/flash.server.ts'
import { readIntent } from '#server/form.server.ts'
import { framedBySiteHeader } from '#server/security-headers.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { readShell } from '#server/shell.server.ts'
import { visitorsPage } from '#server/visitors-page.server.ts'
import { ServerMarkup } from '#ui/server-markup.tsx'
import type { ShellHandle } from '#ui/shell/page-shell.ts'

const EventCode = lazy(() =>
  import('#features/orders/ui/event-code.tsx').then((loaded) => ({ default: loaded.EventCode })),
)
const SaleWait = lazy(() =>
  import('#features/mail/alerts/ui/sale-wait.tsx').then((loaded) => ({ default: loaded.SaleWait })),
)

export async function loader(args: LoaderFunctionArgs) {
  const preview = new URL(args.request.url).searchParams.has('preview')
  if (preview) await requireRole(args, 'admin')
  const read = preview ? readEventPreview : readEventPage
  const [page, { brand }, suggested] = await Promise.all([
    read(args, args.params.id),
    readShell(args),
    listSuggestedProducts(args, args.params.id),
  ])
  if (!page) throw await closedEvent(args)
  const path = eventPath(page.event)
  const { pathname, search, searchParams } = new URL(args.request.url)
  // Redirects to the one address of the event, whatever slug a link carries; search parameters stay.
  if (pathname.replace(/\.data$/, '') !== path)
    throw redirect(path + search, page.event.visibility === 'password' ? notCached : 301)
  const origin = readEnv().SITE_URL
  const structuredData = scriptJson(eventJsonLd(page, { origin, path }, brand.name))
  const refusal = takeFlash(args, page.event.id)
  const codeRefusal = takeFlash(args, `code-${page.event.id}`)
  const forAll = page.event.status !== 'draft' && refusal === null && codeRefusal === null
  const picked = readPicked(searchParams.getAll('pick'))
  return data(
    {
      ...page,
      // in words here, so that the page need not download how
      extras: page.extras.map((extra) => ({
        ...extra,
        terms: extra.table && tableTermsText(extra.table, page.currency, page.event.timeZone),
      })),
      structuredData,
      refusal,
      codeRefusal,
      codeOpen: page.code !== null || codeRefusal !== null || searchParams.has('code'),
      codeText: page.code && codeText(page.code, page.currency),
      picked,
      way: ticketsLine(page),
      banner: bannerOf(page.event, page.now),
      shareImage: hasSharePicture(page.event) ? sharePicturePath(page.event, brand.name) : null,
      closed: salesClosed(page.event, page.now),
      maps: mapLinks(page.event),
      mapImage: await eventMapImage(page.event),
      facts: goodToKnow(page.event),
      refundLine: refundSentence(page.refundPolicy),
      venueNote: venueNote(page.event, page.now),
      calendar: hasCalendarEntry(page.event, page.now) ? paths.eventCalendar(page.event.id) : null,
      followed: page.event.status === 'cancelled' ? null : page.followed,
      description: shareText(page.event),
      noindex: isUnlisted(page.event),
      shop: suggestionsHtml(suggested),
      preview,
    },
    { headers: preview ? { [framedBySiteHeader]: 'yes' } : forAll ? visitorsPage : {} },
  )
}

/** Makes the way to the password of a private event, whatever slug the address has; 404 where there is no such event. */
async function closedEvent(args: LoaderFunctionArgs): Promise<Response> {
  const { id = '' } = args.params
  if (!(await isPasswordWanted(args, id))) return notFound()
  return redirect(paths.privateEvent(id) + new URL(args.request.url).search, notCached)
}

/** Keeps a redirect out of caches, where the slug in it would tell the title of a private event. */
const notCached = { headers: { 'cache-control': 'private, no-store' } }

export const handle: ShellHandle<SerializeFrom<typeof loader>> & { pageParams: string[] } = {
  pageParams: ['pick', 'alert', 'preview', 'code'],
  shell: (page) => (page?.preview ? 'bare' : 'site'),
}

/**
 * Takes a code, forgets one, or changes one quantity of the picker for a browser without JavaScript. Has no guard: anybody may type
 * a code in, within limits, and the page's own address keeps the choice.
 */
export async function action(args: ActionFunctionArgs) {
  const { id = '' } = args.params
  const forms = { unlock: unlockCodeSchema, forget: forgetCodeSchema, hold: stepTicketsSchema }
  const sent = await readIntent(args.request, forms, 'hold')
  const back = redirect(`${paths.event(id)}#tickets`, 303)
  if (sent.intent === 'hold') {
    if (!sent.form.ok) throw back
    return stepTickets(sent.form.value)
  }
  const identity = await readIdentity(args)
  if (sent.intent === 'forget') {
    if (identity) await forgetCode(identity.id, id)
    return back
  }
  if (!sent.form.ok) {
    leaveFlash(args, `code-${id}`, refusalSentence({ code: 'code_unknown', facts: {} }))
    return back
  }
  const typed = { eventId: id, code: sent.form.value.code }
  const unlocked = await unlockCode(args, typed, identity?.id ?? null, () => continueAsGuest(args))
  if (!unlocked.ok) leaveFlash(args, `code-${id}`, refusalSentence(unlocked.refusal))
  return back
}

function stepTickets({ event, lines, step }: StepTickets) {
  const chosen = [...lines.map(({ type, quantity }) => `${type} ${quantity}`), step]
  const pick = chosen.filter((one) => !one.endsWith(' 0') || one === step).map((one) => ['pick', one])
  return redirect(`${paths.event(event)}?${new URLSearchParams(pick)}#tickets`, 303)
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
  const { event, offer, extras, currency, now, maxPerOrder } = page
  const { isAuthenticated } = useUser()

  useEffect(() => reportItem('events', event.id, 'view'), [event.id])

  // Follows the picker's form to the checkout when the tickets are held; stays when they are refused.
  const held = useNavigation().location?.pathname === paths.checkout()
  useEffect(() => {
    if (held) reportItem('events', event.id, 'ticket-click')
  }, [held, event.id])

  return (
    <EventPage
      page={page}
      origin={siteUrl}
      seller={brand.company}
      structuredData={page.structuredData}
      shop={page.shop && <ServerMarkup html={page.shop} />}
      tickets={
        <>
          {page.alert && (
            <Suspense>
              <SaleWait page={page} />
            </Suspense>
          )}
          <TicketPicker
            eventId={event.id}
            choices={[...offer, ...extras]}
            timeZone={event.timeZone}
            currency={currency}
            now={now}
            maxPerOrder={maxPerOrder}
            isMember={isAuthenticated && !page.preview}
            picked={page.picked}
            closed={page.closed}
            refusal={page.refusal}
            code={page.code?.state === 'active' ? page.code : null}
          />
          {(page.code || offer.length + extras.length > 0) &&
            !page.closed &&
            (page.codeOpen ? (
              <Suspense>
                <EventCode
                  eventId={event.id}
                  code={page.code && { code: page.code.code, text: page.codeText ?? '' }}
                  refusal={page.codeRefusal}
                />
              </Suspense>
            ) : (
              <Link to="?code#tickets" className={question}>
                Have a code?
              </Link>
            ))}
        </>
      }
    />
  )
}
