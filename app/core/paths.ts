/**
 * Makes the address of every route of the site, one function for each (scripts/routes.test.ts holds them against the route
 * files). Use as `import * as paths from '#core/paths.ts'`, so that a bundle holds only the ones it calls.
 */

/** Search parameters by name. Those that are null or undefined are left out; an empty text stands as a bare name. */
export type Query = Record<string, string | number | null | undefined>

function at(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value == null ? [] : [[name, String(value)]],
  )
  const text = new URLSearchParams(given).toString().replace(/=(?=&|$)/g, '')
  return text ? `${path}?${text}` : path
}

const part = encodeURIComponent

export const home = (query?: Query) => at('/', query)
export const events = (query?: Query) => at('/events', query)
/** @param slug left out where only the id is known: the page redirects to its full address */
export const event = (id: string, slug?: string) => `/events/${part(id)}${slug ? `/${part(slug)}` : ''}`
/** @param query the token of a link that opens tickets (`order`), for what holders alone are told */
/** The event's page as a visitor sees it, for admins: without scripts, and for frames of this site. */
export const eventPreview = (id: string, slug: string) => `${event(id, slug)}?preview`
export const eventCalendar = (id: string, query?: Query) => at(`${event(id)}/calendar.ics`, query)
/** Where the password of an event is entered. @param query kept for the event's own address */
export const privateEvent = (id: string, query?: Query) => at(`/private/${part(id)}`, query)
/** The picture of a shared link to an event. @param key changes with what the picture says */
/** The map of an event's venue. @param key changes with the picture */
export const eventMap = (id: string, key: string) => `/maps/${part(id)}/${part(key)}.svg`
export const sharePicture = (id: string, key: string) => `/share/${part(id)}/${part(key)}.jpg`
export const shop = () => '/shop'
export const live = () => '/live'
export const community = (query?: Query) => at('/community', query)
export const search = (query?: Query) => at('/search', query)

export const checkout = (query?: Query) => at('/checkout', query)
export const paymentSuccess = (query?: Query) => at('/payment-success', query)
export const testPayment = (ref: string) => `/test-payment/${part(ref)}`
export const myTickets = (query?: Query) => at('/my-tickets', query)
/** Where the holder of an order chooses after the event's date changed. @param query the code of an own order (`order`), or a link's `token` */
export const eventChoice = (query?: Query) => at('/my-tickets/choice', query)
/** @param query the order, by the token of its link (`order`) or for its owner by its `code`; the chosen tickets (`ticket`) */
export const refundTickets = (query?: Query) => at('/my-tickets/refund', query)
/** @param wallet name of the wallet that the ticket is put into */
export const ticketPass = (id: string, wallet: string, query?: Query) =>
  at(`/my-tickets/${part(id)}/pass/${part(wallet)}`, query)

/** The service worker that opens My Tickets without internet. */
export const ticketsWorker = () => '/my-tickets/worker.js'
/** The tickets of an order as a PDF. @param query the token of a link that opens them (`order`), `paper` for its size */
export const ticketsPdf = (code: string, query?: Query) => at(`/my-tickets/${part(code)}/tickets.pdf`, query)
/** The receipt of an order as a PDF. @param query as for `ticketsPdf` */
export const receiptPdf = (code: string, query?: Query) => at(`/my-tickets/${part(code)}/receipt.pdf`, query)

export const profile = (query?: Query) => at('/profile', query)
export const settings = (query?: Query) => at('/settings', query)
export const passwordReset = (query?: Query) => at('/password-reset', query)
export const confirm = (query?: Query) => at('/auth/confirm', query)
export const undoEmail = (query?: Query) => at('/auth/undo-email', query)
export const avatar = (name: string) => `/avatars/${part(name)}`
/** A file of an uploaded picture. @param name as `pictureFile` and `pictureJpegFile` end */
export const picture = (name: string) => `/pictures/${part(name)}`
export const aiAssistant = () => '/ai-assistant'

export const help = (query?: Query) => at('/help', query)
export const mailingList = (query?: Query) => at('/mailing-list', query)
export const alerts = (query?: Query) => at('/alerts', query)
export const refunds = () => '/refunds'
export const terms = () => '/terms'
export const privacy = () => '/privacy'

export const admin = (query?: Query) => at('/admin', query)
export const adminSearch = (query?: Query) => at('/admin/search', query)
export const adminEvents = (query?: Query) => at('/admin/events', query)
export const adminEventNew = () => '/admin/events/new'
export const adminEvent = (id: string, query?: Query) => at(`/admin/events/${part(id)}`, query)
/** @param tab of the event's editor; the first one is at `adminEvent` */
export const adminEventTab = (id: string, tab: string, query?: Query) =>
  at(`${adminEvent(id)}/${part(tab)}`, query)
/** The page of an artist of its line-up, by name. */
export const adminEventArtist = (id: string, query: { name: string }) => at(`${adminEvent(id)}/artist`, query)
export const adminEventConflict = (id: string, query?: Query) => at(`${adminEvent(id)}/conflict`, query)
/** @param query the tab whose unsaved changes are confirmed */
export const adminEventConfirm = (id: string, query: { tab: string }) =>
  at(`${adminEvent(id)}/confirm`, query)
/** @param query of `postpone`, wall times of the new date: `doorsAt`, `startsAt`, `endsAt` */
export const adminEventStep = (id: string, step: 'cancel' | 'postpone' | 'archive', query?: Query) =>
  at(`${adminEvent(id)}/${step}`, query)
/** Progress of a cancellation, a postponement or a new date. @param query an earlier `change` */
export const adminEventChanges = (id: string, query?: Query) => at(`${adminEvent(id)}/changes`, query)
export const ticketManagement = (query?: Query) => at('/ticket-management', query)
/** The order desk: one order, by its code. */
export const ticketManagementOrder = (code: string, query?: Query) =>
  at(`/ticket-management/orders/${code}`, query)
/** @param query the tickets (`id`, more than once), or an `amount` in dollars */
export const ticketManagementRefund = (code: string, query?: Query) =>
  at(`/ticket-management/orders/${code}/refund`, query)
/** The refunds that wait for a person, and all others. */
export const ticketManagementRefunds = (query?: Query) => at('/ticket-management/refunds', query)
export const ticketManagementRefundCase = (id: string, query?: Query) =>
  at(`/ticket-management/refunds/${part(id)}`, query)
/** @param query the orders (`id`, more than once), and the filters of the list to go back to */
export const ticketManagementResend = (query?: Query) => at('/ticket-management/resend', query)
/** @param query an event, and the filters of the list */
export const attendees = (query?: Query) => at('/ticket-management/attendees', query)
/** @param query the tickets or orders (`id`, more than once), and what the action is to do with them */
export const ticketAction = (action: string, query?: Query) =>
  at(`/ticket-management/tickets/${part(action)}`, query)
export const disputes = () => '/ticket-management/disputes'
export const dispute = (id: string, query?: Query) => at(`/ticket-management/disputes/${part(id)}`, query)
/** @param query what to block: its `kind` and `label` */
export const blockedBuyers = (query?: Query) => at('/ticket-management/blocked', query)
export const capacity = (query?: Query) => at('/ticket-management/capacity', query)
/** @param change its name, such as `set-capacity` @param query the event, what is changed, and the new values */
export const capacityChange = (change: string, query?: Query) =>
  at(`/ticket-management/capacity/${part(change)}`, query)
export const ticketScanner = (query?: Query) => at('/ticket-scanner', query)
export const scanData = (query?: Query) => at('/scan-data', query)
export const analytics = (query?: Query) => at('/analytics', query)
export const userManagement = (query?: Query) => at('/user-management', query)
export const freeTickets = () => '/free-tickets'
export const emailManagement = () => '/email-management'
export const styleguide = (query?: Query) => at('/styleguide', query)
/** @param kind of mail whose sample is shown */
export const styleguideMail = (kind: string, query?: Query) => at(`/styleguide/mail/${part(kind)}`, query)

export const robots = () => '/robots.txt'
export const sitemap = () => '/sitemap.xml'
export const sitemapPages = () => '/sitemap-pages.xml'
export const sitemapEvents = (query?: Query) => at('/sitemap-events.xml', query)

export const apiMe = () => '/api/me'
export const apiClock = () => '/api/clock'
export const apiTheme = () => '/api/theme'
export const apiSearch = (query?: Query) => at('/api/search', query)
export const apiStaffCapacity = (query?: Query) => at('/api/staff/capacity', query)
export const adminExport = (
  list: 'orders' | 'attendees' | 'people' | 'events' | 'scans' | 'capacity' | 'changes',
  query?: Query,
) => at(`/admin/export/${list}`, query)
/** Takes the forms of an event's page about its alerts and artists. */
export const apiEventInterest = (id: string) => `/api/events/${part(id)}/interest`
/** @param query the choice: `lines`, each `<kind> <id> <quantity>`, with commas between them */
export const apiEventQuote = (id: string, query?: Query) => at(`/api/events/${part(id)}/quote`, query)
export const apiStaffDensity = () => '/api/staff/density'
export const apiStaffViews = () => '/api/staff/views'
export const apiStaffSearch = (query?: Query) => at('/api/staff/search', query)
export const apiStaffEventDraft = (id: string) => `/api/staff/events/${part(id)}/draft`
export const apiAccountData = () => '/api/account/data'
export const apiLogin = () => '/api/auth/login' as const
export const apiRegister = () => '/api/auth/register' as const
export const apiGuest = () => '/api/auth/guest' as const
export const apiFirebase = () => '/api/auth/firebase' as const
export const apiLogout = () => '/api/auth/logout'
export const apiCheckIn = (query?: Query) => at('/api/door/check-in', query)
/** @param provider left out for the provider that takes new payments */
export const apiPaymentWebhook = (provider?: string) =>
  `/api/payments/webhook${provider ? `/${part(provider)}` : ''}`
export const apiPageView = () => '/api/analytics/page-view'
export const apiDashboard = (query?: Query) => at('/api/analytics/dashboard', query)
/** @param what `view`, and `ticket-click` of an event or `detail-click` of a product */
export const apiItemView = (
  kind: 'events' | 'products',
  id: string,
  what: 'view' | 'ticket-click' | 'detail-click',
) => `/api/analytics/${kind}/${part(id)}/${what}`
