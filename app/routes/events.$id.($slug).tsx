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
import { lazy, Suspense, useEffect, useState } from 'react'
import * as z from 'zod'
import { reportItem } from '#browser/page-views.ts'
import { useUser } from '#browser/user-context.tsx'
import { pageMeta, siteFacts } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { venueNote } from '#core/place.ts'
import { refundSentence } from '#core/refund-policy.ts'
import { refusalSentence } from '#core/result.ts'
import { scriptJson } from '#core/structured-data.ts'
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
import { choiceOf, heldText, limitsText } from '#features/orders/choice-text.ts'
import { codeText } from '#features/orders/code-text.ts'
import { forgetCode, unlockCode } from '#features/orders/codes.writes.server.ts'
import { readQuote } from '#features/orders/orders.reads.server.ts'
import { codeMissing, type StepTickets, stepTicketsSchema } from '#features/orders/orders.schema.ts'
import type { CodeReply } from '#features/orders/orders.types.ts'
import { readPicked } from '#features/orders/ticket-choice.rules.ts'
import { TicketPicker } from '#features/orders/ui/ticket-picker.tsx'
import { listSuggestedProducts } from '#features/shop/public/catalogue.reads.server.ts'
import { suggestionsHtml } from '#features/shop/public/ui/suggestions-html.server.tsx'
import { requireRole } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readEnv } from '#server/env.server.ts'
import { leaveFlash, takeFlash, wantsPage } from '#server/flash.server.ts'
import { readForm } from '#server/form.server.ts'
import { framedBySiteHeader } from '#server/security-headers.server.ts'
import { readIdentity } from '#server/session.server.ts'
import { readShell } from '#server/shell.server.ts'
import { visitorsPage } from '#server/visitors-page.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
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
  const sentence = takeFlash(args, `code-${page.event.id}`)
  const forAll = page.event.status !== 'draft' && refusal === null && sentence === null
  const picked = readPicked(searchParams.getAll('pick'))
  const { offer, extras, ...shown } = page
  const terms = { ...page, timeZone: page.event.timeZone }
  const choices = [...offer, ...extras].map((offered) => choiceOf(offered, terms))
  return data(
    {
      ...shown,
      choices,
      limits: limitsText(page.maxPerOrder, page.maxPerPerson),
      held: page.hold && heldText(page.hold, page.event.timeZone),
      structuredData,
      refusal,
      codeRefused: sentence === null ? null : { typed: searchParams.get('code') ?? '', sentence },
      codeOpen: page.code !== null || sentence !== null || searchParams.has('code'),
      codeText: page.code && codeText(page.code, page.currency),
      quote: page.code?.limited ? await quotePicked(args, page.event.id, choices, picked) : null,
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

/** Asks what the choice that the address carries costs; null where nothing is chosen. */
async function quotePicked(
  args: LoaderFunctionArgs,
  event: string,
  choices: readonly { id: string; kind?: string }[],
  picked: Record<string, number>,
) {
  const lines = choices.flatMap(({ id, kind = 'ticket' }) => {
    const quantity = picked[id] ?? 0
    return quantity > 0 ? [{ kind, item: id, quantity }] : []
  })
  return lines.length > 0 ? await readQuote(args, { event, lines }) : null
}

/**
 * Takes the picker's form: applies or removes a code, and for a browser without JavaScript changes one quantity or opens the field of
 * the code. Has no guard: anybody may type a code in, within limits. The choice stays: without JavaScript the page's own address keeps it.
 */
export async function action(args: ActionFunctionArgs) {
  const { id = '' } = args.params
  const form = await readForm(args.request, stepTicketsSchema)
  if (!form.ok) return redirect(`${paths.event(id)}#tickets`, 303)
  const { step } = form.value
  // Names the code in use: none is being typed in.
  const code = z.uuid().safeParse(form.value.code).success ? null : form.value.code
  if (step === 'apply' || step === 'remove') return await changeCode(args, id, form.value, step)
  return redirect(withChoice(id, { lines: form.value.lines, code }, step), 303)
}

/** Applies the code that was typed in, or removes the one in use. */
async function changeCode(
  args: ActionFunctionArgs,
  id: string,
  choice: StepTickets,
  step: 'apply' | 'remove',
) {
  const identity = await readIdentity(args)
  let sentence: string | null = null
  if (step === 'remove') {
    if (identity) await forgetCode(identity.id, id)
  } else if (choice.code === '') {
    sentence = codeMissing
  } else {
    const typed = { eventId: id, code: choice.code }
    const unlocked = await unlockCode(args, typed, identity?.id ?? null, () => continueAsGuest(args))
    if (!unlocked.ok) sentence = refusalSentence(unlocked.refusal)
  }
  const refusal = sentence === null ? null : { typed: choice.code, sentence }
  if (!wantsPage(args.request)) return data<CodeReply>({ intent: 'code', refusal })
  if (refusal) leaveFlash(args, `code-${id}`, refusal.sentence)
  return redirect(withChoice(id, { ...choice, code: refusal?.typed ?? null }, 'code'), 303)
}

/** Makes the address of the page with a choice, with the quantity that a step changes, and with the code that is being typed in. */
function withChoice(
  id: string,
  { lines, code }: Pick<StepTickets, 'lines'> & { code: string | null },
  step: string,
): string {
  const chosen = [...lines.map(({ type, quantity }) => `${type} ${quantity}`), step === 'code' ? '' : step]
  const query = chosen
    .filter((one) => one !== '' && (!one.endsWith(' 0') || one === step))
    .map((one) => ['pick', one])
  if (code || (step === 'code' && code !== null)) query.push(['code', code])
  return `${paths.event(id)}?${new URLSearchParams(query)}#${step === 'code' ? 'code' : 'tickets'}`
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
  const { event, choices, currency } = page
  const { isAuthenticated } = useUser()
  // Once open, the field stays: the button that opened it is gone, and the focus is on it.
  const [codeOpen, setCodeOpen] = useState(page.codeOpen)
  if (page.codeOpen && !codeOpen) setCodeOpen(true)

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
          {page.held && (
            <Banner
              title={page.held}
              action={
                <LinkButton to={paths.checkout()} size="sm">
                  Go to checkout
                </LinkButton>
              }
            >
              Picking tickets again replaces them.
            </Banner>
          )}
          {page.alert && (
            <Suspense>
              <SaleWait page={page} />
            </Suspense>
          )}
          <TicketPicker
            eventId={event.id}
            choices={choices}
            currency={currency}
            maxPerOrder={page.maxPerOrder}
            limits={page.limits}
            isMember={isAuthenticated && !page.preview}
            picked={page.picked}
            closed={page.closed}
            refusal={page.refusal}
            code={page.code?.state === 'active' ? page.code : null}
            quote={page.quote}
            codeEntry={
              (page.code || choices.length > 0) && (
                <div id="code">
                  {codeOpen ? (
                    <Suspense>
                      <EventCode
                        eventId={event.id}
                        code={page.code && { code: page.code.code, text: page.codeText ?? '' }}
                        refused={page.codeRefused}
                      />
                    </Suspense>
                  ) : (
                    <button
                      type="submit"
                      name="step"
                      value="code"
                      formAction={paths.event(event.id)}
                      formNoValidate
                      onClick={(event) => {
                        event.preventDefault()
                        setCodeOpen(true)
                      }}
                      className={question}
                    >
                      Have a code?
                    </button>
                  )}
                </div>
              )
            }
          />
        </>
      }
    />
  )
}
