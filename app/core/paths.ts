/**
 * Makes the address of every route of the site, one function for each (scripts/routes.test.ts holds them against the route
 * files). Use as `import * as paths from '#core/paths.ts'`, so that a bundle holds only the ones it calls.
 */

import { at, part, type Query } from './address.ts'

export type { Query } from './address.ts'
export * from './assistant-paths.ts'
export * from './chat-paths.ts'
export * from './community-paths.ts'
export * from './staff-paths.ts'

export const home = (query?: Query) => at('/', query)
export const events = (query?: Query) => at('/events', query)
/** @param slug left out where only the id is known: the page redirects to its full address */
export const event = (id: string, slug?: string) => `/events/${part(id)}${slug ? `/${part(slug)}` : ''}`
/** @param query the token of a link that opens tickets (`order`), for what holders alone are told */
export const eventCalendar = (id: string, query?: Query) => at(`${event(id)}/calendar.ics`, query)
/** Says where somebody joins the waitlist of an event. @param query what became of it (`done`) */
export const waitlist = (id: string, slug: string, query?: Query) => at(`${event(id, slug)}/waitlist`, query)
/** Says where an entry of a waitlist is left, or its offer taken. @param query the `token` of a link in a mail; what was done (`done`) */
export const myWaitlist = (query?: Query) => at('/my-tickets/waitlist', query)
/** The allocations of who is signed in, whose places they hand on. */
export const myAllocations = () => '/my-tickets/allocations'
/** What the link of a place opens that a member handed to somebody. @param query its `token` */
export const allocatedPlace = (query?: Query) => at('/my-tickets/place', query)
/** Says where the password of an event is entered. @param query kept for the event's own address */
export const privateEvent = (id: string, query?: Query) => at(`/private/${part(id)}`, query)
/** The map of an event's venue. @param key changes with the picture */
export const eventMap = (id: string, key: string) => `/maps/${part(id)}/${part(key)}.svg`
/** The picture of a shared link to an event. @param key changes with what the picture says */
export const sharePicture = (id: string, key: string) => `/share/${part(id)}/${part(key)}.jpg`
/** The picture of a shared link to a product. @param key changes with what the picture says */
export const productSharePicture = (id: string, key: string) => `/share/products/${part(id)}/${part(key)}.jpg`
export const shop = (query?: Query) => at('/shop', query)
/**
 * The page of a product.
 * @param slug left out where only the id is known: the page redirects to its full address
 * @param query the chosen variant (`size`, `colour`, ...)
 */
export const product = (id: string, slug?: string, query?: Query) =>
  at(`/shop/${part(id)}${slug ? `/${part(slug)}` : ''}`, query)
export const cart = (query?: Query) => at('/cart', query)
/** The page of streams, or of one. @param code its code, or its id where only that is known */
export {
  apiBeginPlayback,
  apiEndPlayback,
  apiMuxEvents,
  apiRenewPlayback,
} from './live-paths.ts'
export { apiMailEvents, campaignLink, mailPreferences } from './mail-paths.ts'
export const live = (code?: string) => (code ? `/live/${part(code)}` : '/live')
export const community = (query?: Query) => at('/community', query)
/** A post with its comments, or a comment with its post. @param query the comment that the page of comments begins with (`from`) */
export const post = (id: string, query?: Query) => at(`/community/${part(id)}`, query)
export const search = (query?: Query) => at('/search', query)

export const checkout = (query?: Query) => at('/checkout', query)
export const paymentSuccess = (query?: Query) => at('/payment-success', query)
export const testPayment = (ref: string) => `/test-payment/${part(ref)}`
export const myTickets = (query?: Query) => at('/my-tickets', query)
/** Says where the holder of an order chooses after the event's date changed. @param query the code of an own order (`order`), or a link's `token` */
export const eventChoice = (query?: Query) => at('/my-tickets/choice', query)
/**
 * Says where a buyer pays for a dearer type of a ticket.
 * @param query the code of its order (`order`), with the `token` of a link of the ticket's order or of its own
 */
export const supplement = (query?: Query) => at('/my-tickets/supplement', query)
/** An offer of a ticket, for its recipient. @param query the `token` of its link, or its `id` for the account it was made to */
export const transferOffer = (query?: Query) => at('/my-tickets/transfer', query)
/** @param query the order, by the token of its link (`order`) or for its owner by its `code`; the chosen tickets (`ticket`) */
export const refundTickets = (query?: Query) => at('/my-tickets/refund', query)
/** The goods of an order. @param query the order, by the token of its link (`order`) or for its owner by its `code` */
export const myGoods = (query?: Query) => at('/my-tickets/goods', query)
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
/** A promoter's own page. */
export const promoter = () => '/promoter'
/** A promoter's page of one event, opened by a personal link. */
export const promoterList = (query?: Query) => at('/promoter/list', query)
/** The promoter's own commission as a file. */
export const promoterStatement = () => '/promoter/statement.csv'
export const settings = (query?: Query) => at('/settings', query)
export const passwordReset = (query?: Query) => at('/password-reset', query)
export const confirm = (query?: Query) => at('/auth/confirm', query)
export const undoEmail = (query?: Query) => at('/auth/undo-email', query)
/** Says where an admin confirms a second step from the mailbox. @param query the `token` of its link */
export const confirmFactor = (query?: Query) => at('/auth/confirm-factor', query)
/** Says where the second step of a sign-in is taken. @param query the path to open afterwards (`redirect`) */
export const secondStep = (query?: Query) => at('/auth/second-step', query)
/** Says where people set up the second step of their sign-in. */
export const secondStepSettings = (query?: Query) => at('/settings/second-step', query)
/** Says where an invitation to the staff is accepted. @param query the `token` of its link */
export const staffInvitation = (query?: Query) => at('/auth/invitation', query)
/** The page that claims a free ticket. @param query the `token` of its link */
export const freeTicketClaim = (query?: Query) => at('/invitations', query)
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
export const adminEvent = (id: string, query?: Query) => at(`/admin/events/${part(id)}`, query)

export const robots = () => '/robots.txt'
export const sitemap = () => '/sitemap.xml'
export const sitemapPages = () => '/sitemap-pages.xml'
export const sitemapProducts = () => '/sitemap-products.xml'
export const sitemapEvents = (query?: Query) => at('/sitemap-events.xml', query)

export const apiMe = () => '/api/me'
export const apiClock = () => '/api/clock'
export const apiLiveState = () => '/api/live/state'
export const apiTheme = () => '/api/theme'
export const apiSearch = (query?: Query) => at('/api/search', query)
/** Takes the forms of an event's page about its alerts and artists. */
export const apiEventInterest = (id: string) => `/api/events/${part(id)}/interest`
/** @param query the choice: `lines`, each `<kind> <id> <quantity>`, with commas between them */
export const apiEventQuote = (id: string, query?: Query) => at(`/api/events/${part(id)}/quote`, query)
export const apiAccountData = () => '/api/account/data'
export const apiLogin = () => '/api/auth/login' as const
export const apiRegister = () => '/api/auth/register' as const
export const apiGuest = () => '/api/auth/guest' as const
export const apiFirebase = () => '/api/auth/firebase' as const
export const apiLogout = () => '/api/auth/logout'
/** @param provider left out for the provider that takes new payments */
export const apiPaymentWebhook = (provider?: string) =>
  `/api/payments/webhook${provider ? `/${part(provider)}` : ''}`
/** Says what devices with passes of Apple Wallet ask for; they put `/v1/…` behind it. */
export const apiApplePasses = (path = '') => `/api/passes/apple${path}`
export const apiPageView = () => '/api/analytics/page-view'
/** @param what `view`, and `ticket-click` of an event or `detail-click` of a product */
export const apiItemView = (
  kind: 'events' | 'products',
  id: string,
  what: 'view' | 'ticket-click' | 'detail-click',
) => `/api/analytics/${kind}/${part(id)}/${what}`
