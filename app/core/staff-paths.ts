/** Makes the addresses of the pages of staff: a module of its own, so that public pages do not download it. Use through `paths.ts`. */

import { at, part, type Query } from './address.ts'

export const adminSearch = (query?: Query) => at('/admin/search', query)
/** @param query the tab (`show`), why cases were opened (`source`), the page (`after`), what was done (`done`) */
export const moderation = (query?: Query) => at('/admin/moderation', query)
/** One case. @param query what was done (`done`) */
export const moderationCase = (id: string, query?: Query) => at(`/admin/moderation/${part(id)}`, query)
export const moderationAppeals = (query?: Query) => at('/admin/moderation/appeals', query)
/** Words and domains that are looked for, and replies to choose from. */
export const moderationSetup = (query?: Query) => at('/admin/moderation/setup', query)
/** What moderators know of a person. */
export const moderatedPerson = (id: string, query?: Query) =>
  at(`/admin/moderation/people/${part(id)}`, query)
/** The messages of members to a person of the team. */
export const assistantInbox = () => '/admin/assistant/inbox'
/** The questions that the guide could not answer. */
export const assistantSetup = (query?: Query) => at('/admin/assistant', query)
export const adminSettings = (query?: Query) => at('/admin/settings', query)
/** @param query the tab (`show`, a kind of failure) and its page (`after`) */
export const adminFailures = (query?: Query) => at('/admin/failures', query)
/** @param query the filters of the log: `q`, `person`, `action`, `kind` and `subject`, `from`, `to` */
export const adminAudit = (query?: Query) => at('/admin/audit', query)
/** The streams that somebody runs. @param query the tab (`show`), the search (`q`) and the page (`after`) */
export const adminStreams = (query?: Query) => at('/admin/live', query)
/** @param query the `event` of the new stream */
export const adminStreamNew = (query?: Query) => at('/admin/live/new', query)
/** The desk of a stream. @param query what was done (`done`) */
export const adminStream = (id: string, query?: Query) => at(`/admin/live/${part(id)}`, query)
/** The fields of a stream, its access, poster, replay and source. @param query what was done (`done`) */
export const adminStreamEdit = (id: string, query?: Query) => at(`/admin/live/${part(id)}/edit`, query)
/** The desk of a stream as its open page reads it again. */
export const apiStaffStream = (id: string) => `/api/staff/live/${part(id)}`
/** Reported messages of the chats of streams. */
export const moderationChats = () => '/admin/moderation/chats'
export const adminEvents = (query?: Query) => at('/admin/events', query)
export const adminEventNew = () => '/admin/events/new'
/** The event's page as a visitor sees it, for admins: without scripts, and for frames of this site. */
export const eventPreview = (id: string, slug: string) => `/events/${part(id)}/${part(slug)}?preview`
/** @param tab of the event's editor; the first one is at `adminEvent` */
export const adminEventTab = (id: string, tab: string, query?: Query) =>
  at(`/admin/events/${part(id)}/${part(tab)}`, query)
/** The page of an artist of its lineup, by name. */
export const adminEventArtist = (id: string, query: { name: string }) =>
  at(`/admin/events/${part(id)}/artist`, query)
export const adminEventConflict = (id: string, query?: Query) =>
  at(`/admin/events/${part(id)}/conflict`, query)
/** @param query the tab whose unsaved changes are confirmed */
export const adminEventConfirm = (id: string, query: { tab: string }) =>
  at(`/admin/events/${part(id)}/confirm`, query)
/** @param query of `postpone`, wall times of the new date: `doorsAt`, `startsAt`, `endsAt` */
export const adminEventStep = (
  id: string,
  step: 'cancel' | 'postpone' | 'archive' | 'delete',
  query?: Query,
) => at(`/admin/events/${part(id)}/${step}`, query)
/** Progress of a cancellation, a postponement or a new date. @param query an earlier `change` */
export const adminEventChanges = (id: string, query?: Query) => at(`/admin/events/${part(id)}/changes`, query)
export const ticketManagement = (query?: Query) => at('/ticket-management', query)
/** The order desk: one order, by its code. */
export const ticketManagementOrder = (code: string, query?: Query) =>
  at(`/ticket-management/orders/${code}`, query)
/** @param query the tickets (`id`, more than once), or an `amount` in dollars */
export const ticketManagementRefund = (code: string, query?: Query) =>
  at(`/ticket-management/orders/${code}/refund`, query)
/** Corrects the email of an order, or sends its tickets to another address once. */
export const ticketManagementEmail = (code: string) => `/ticket-management/orders/${code}/email`
/** The refunds that wait for a person, and all others. */
export const ticketManagementRefunds = (query?: Query) => at('/ticket-management/refunds', query)
export const ticketManagementRefundCase = (id: string, query?: Query) =>
  at(`/ticket-management/refunds/${part(id)}`, query)
/** The addresses that get no mail. @param query its filters: `q`, `show`, and `lift`, the id of one to lift */
export const suppressions = (query?: Query) => at('/email-management/suppressions', query)
/** The log of mails. @param query its filters: `q`, `show`, `kind`, `person` (an account's id), `from`, `to` */
export const ticketManagementMails = (query?: Query) => at('/ticket-management/mails', query)
/** The page of one mail. */
export const ticketManagementMail = (id: string) => `/ticket-management/mails/${part(id)}`
/** @param query the orders (`id`, more than once), and the filters of the list to go back to */
export const ticketManagementResend = (query?: Query) => at('/ticket-management/resend', query)
/** @param query an event, and the filters of the list */
export const attendees = (query?: Query) => at('/ticket-management/attendees', query)
/** @param query the tickets or orders (`id`, more than once), and what the action is to do with them */
export const ticketAction = (action: string, query?: Query) =>
  at(`/ticket-management/tickets/${part(action)}`, query)
/** A ticket's transfers, and offering it in its holder's place. */
export const ticketTransfer = (id: string) => `/ticket-management/transfers/${part(id)}`
/** The shop desk. @param query the tab and the filters of the list */
export const fulfilment = (query?: Query) => at('/ticket-management/fulfilment', query)
/** @param action such as `ship` @param query the goods (`id`, more than once) */
export const fulfilmentAction = (action: string, query?: Query) =>
  at(`/ticket-management/fulfilment/${part(action)}`, query)
/** @param query the goods (`id`, more than once) */
export const fulfilmentPickList = (query?: Query) => at('/ticket-management/fulfilment/pick-list', query)
export const packingSlip = (id: string) => `/ticket-management/packing-slip/${part(id)}.pdf`
export const returns = (query?: Query) => at('/ticket-management/returns', query)
export const returnCase = (id: string, query?: Query) => at(`/ticket-management/returns/${part(id)}`, query)
export const returnPicture = (id: string) => `/ticket-management/returns/${part(id)}/picture`
/** @param query the station: an `event`, or the `point` of a store day */
export const pickupStation = (query?: Query) => at('/ticket-scanner/pick-up', query)
/** @param query the station, as above */
export const apiPickUp = (query?: Query) => at('/api/door/pick-up', query)
/** What an event's station hands over without a network. @param query the `event` and the `device` */
export const apiPickups = (query?: Query) => at('/api/door/pickups', query)
export const apiHandOvers = () => '/api/door/hand-overs'
/** @param query `show=open` for those that are not decided yet */
export const disputes = (query?: Query) => at('/ticket-management/disputes', query)
export const dispute = (id: string, query?: Query) => at(`/ticket-management/disputes/${part(id)}`, query)
/** @param query whose buyer to block: an `order` (its code) or a `person`; or an address: its `kind` and `label` */
export const blockedBuyers = (query?: Query) => at('/ticket-management/blocked', query)
export const capacity = (query?: Query) => at('/ticket-management/capacity', query)
/** @param change its name, such as `set-capacity` @param query the event, what is changed, and the new values */
export const capacityChange = (change: string, query?: Query) =>
  at(`/ticket-management/capacity/${part(change)}`, query)
/** Places that members hand on. @param query the event */
export const allocations = (query?: Query) => at('/free-tickets/allocations', query)
/** The waitlist of an event. @param query the event, and the filters of the list: `show` */
export const staffWaitlist = (query?: Query) => at('/ticket-management/waitlist', query)
/** @param query the filters of the list: `show`, `q` */
export const adminProducts = (query?: Query) => at('/admin/products', query)
export const adminProductNew = () => '/admin/products/new'
/** The editor of a product. @param query what was done (`done`) */
export const adminProduct = (id: string, query?: Query) => at(`/admin/products/${part(id)}`, query)
/** The codes for goods that belong to no event. @param query the one that is edited (`code`: its id, or `new`), or a page (`after`) */
export const adminShopCodes = (query?: Query) => at('/admin/products/codes', query)
export const adminCollections = (query?: Query) => at('/admin/products/collections', query)
/** @param query the filters of the list: `show`, `q`, `collection`, `product`, `sort` */
export const adminInventory = (query?: Query) => at('/admin/inventory', query)
/** One variant's stock and its ledger. @param query an older page of the ledger (`before`) */
export const adminVariantStock = (id: string, query?: Query) => at(`/admin/inventory/${part(id)}`, query)
export const adminInventoryImport = () => '/admin/inventory/import'
export const adminStockPlaces = (query?: Query) => at('/admin/inventory/places', query)
export const adminShipping = () => '/admin/shipping'
export const scanData = (query?: Query) => at('/scan-data', query)
export const analytics = (query?: Query) => at('/analytics', query)
/** The rows that a figure is made of. @param query the `figure`, and the filters of the dashboard */
export const analyticsRows = (query?: Query) => at('/analytics/rows', query)
export const userManagement = (query?: Query) => at('/user-management', query)
/** The live grants of everybody. @param query its filters: `event`, `capability`, the page (`after`) */
export const staffGrants = (query?: Query) => at('/user-management/grants', query)
/** @param query the grants (`id`, more than once), or the `event` whose door grants end */
export const staffGrantsEnd = (query?: Query) => at('/user-management/grants/end', query)
/** The form that invites to the staff. @param query the `event` that is chosen at first, or words (`q`) that find one */
export const staffInvitations = (query?: Query) => at('/user-management/invitations', query)
/** A page that asks before something is done to an account: `role`, `suspend`, `merge`. */
export const userManagementStep = (id: string, step: string, query?: Query) =>
  at(`/user-management/${part(id)}/${part(step)}`, query)
/** Lists what one person posted. @param query the post that the page begins with (`from`) */
export const userManagementPosts = (id: string, query?: Query) =>
  at(`/user-management/${part(id)}/posts`, query)
/** One person as staff see them. @param query what was done (`done`) */
export const userManagementPerson = (id: string, query?: Query) => at(`/user-management/${part(id)}`, query)
/** @param query the filters of the list: `event`, `show`, `issuer`, `reason`, `guests`, `q` */
export const freeTickets = (query?: Query) => at('/free-tickets', query)
/** @param query an event */
export const eventPromoters = (query?: Query) => at('/free-tickets/promoters', query)
/** Adds a promoter to an event, or changes one. @param query the event of a new one, and the promoter it is */
export const eventPromoter = (id: string, query?: Query) => at(`/free-tickets/promoters/${part(id)}`, query)
/** The commission of one promoter, of all events. */
export const promoterCommission = (id: string, query?: Query) =>
  at(`/free-tickets/promoters/${part(id)}/commission`, query)
/** The commission of one promoter as a file. */
export const promoterCommissionFile = (id: string) => `/free-tickets/promoters/${part(id)}/commission.csv`
/** Which promoter an order belongs to. */
export const orderAttribution = (code: string) => `/ticket-management/orders/${part(code)}/promoter`
/** Issues one invitation to free tickets. @param query the `event` that is chosen at first, or words (`q`) that find one */
export const freeTicketsNew = (query?: Query) => at('/free-tickets/new', query)
/** Issues invitations from a file. @param query the `event` that is chosen at first */
export const freeTicketsImport = (query?: Query) => at('/free-tickets/import', query)
/** Free tickets per issuer and reason, quotas and caps. @param query the `event` */
export const freeTicketsFigures = (query?: Query) => at('/free-tickets/figures', query)
/** One invitation to free tickets. */
export const freeTicketsInvitation = (id: string) => `/free-tickets/${part(id)}`
/** The guest lists of an event, with their names. @param query the filters: `event`, `list`, `show`, `q` */
export const guestLists = (query?: Query) => at('/free-tickets/guest-lists', query)
/** One guest list: its settings, and the form that adds names. @param query of a `new` one: its `event` */
export const guestList = (id: string, query?: Query) => at(`/free-tickets/guest-lists/${part(id)}`, query)
/** Asks what to do with selected names. @param query the names (`id`, more than once) and their `event` */
export const guestNames = (query?: Query) => at('/free-tickets/guest-lists/names', query)
/** Names of an event that are alike. @param query the `event` */
export const guestPairs = (query?: Query) => at('/free-tickets/guest-lists/duplicates', query)
/** The devices at the door of an event. @param query the `event` */
export const doorDevices = (query?: Query) => at('/ticket-scanner/devices', query)
export const ticketScanner = (query?: Query) => at('/ticket-scanner', query)
/** The scanner without the network: its service worker keeps this page and leads to it. */
export const ticketScannerOffline = (query?: Query) => at('/ticket-scanner/offline', query)
/** The manifest by which a phone installs the scanner. */
export const ticketScannerManifest = () => '/ticket-scanner/app.webmanifest'
/** Where a phone becomes a scanner: opened from a one-time code, whose token stands in the fragment. */
export const enrollDevice = () => '/ticket-scanner/enroll'
export const apiLookUpTicket = () => '/api/door/look-up'
export const apiAdmitGroup = () => '/api/door/group'
export const apiCheckIn = (query?: Query) => at('/api/door/check-in', query)
/** @param query the `event`, the `device`, and the version that it has (`since`) */
export const apiDoorPack = (query?: Query) => at('/api/door/pack', query)
export const apiDoorDevice = () => '/api/door/device'
/** Practice with sample codes. @param query `scan` opens the scanner; `ask=1` lets it ask first */
export const scannerPractice = (query?: Query) => at('/ticket-scanner/practice', query)
/** @param query `event`, and a `ticket` whose holder is put on the list */
export const doorBans = (query?: Query) => at('/ticket-scanner/bans', query)
/** @param query `event`, `gate`, and a `ticket` that is looked at at once */
export const doorSearch = (query?: Query) => at('/ticket-scanner/search', query)
/** @param query.zone the zone that a door manager decides about */
export const doorOccupancy = (query?: Query) => at('/ticket-scanner/occupancy', query)
/** The guest lists at a door. @param query the `event`, the `gate` and a search (`q`) */
export const doorGuests = (query?: Query) => at('/ticket-scanner/guest-list', query)
export const apiDoorGuests = () => '/api/door/guests'
export const apiDoorQueue = () => '/api/door/queue'
export const apiDoorClicks = (query?: Query) => at('/api/door/clicks', query)
export const audiences = () => '/email-management/audiences'
/** @param id of a saved audience, or `new` */
export const audience = (id: string) => `/email-management/audiences/${part(id)}`
/** The list of campaigns. @param query the tab (`show`), the search (`q`), its page (`after`) */
export const emailManagement = (query?: Query) => at('/email-management', query)
/** @param query the `template` or the campaign (`from`) that a new one begins with */
export const campaignNew = (query?: Query) => at('/email-management/new', query)
/** The editor of a campaign. @param query what was done (`done`), how its preview looks (`view`, `theme`) */
export const campaign = (id: string, query?: Query) => at(`/email-management/${part(id)}`, query)
/** The picture of a block. @param query the `block` */
export const campaignPicture = (id: string, query?: Query) =>
  at(`/email-management/${part(id)}/picture`, query)
/** The cards of a block. @param query the `block`, and what is looked for (`q`) */
export const campaignCards = (id: string, query?: Query) => at(`/email-management/${part(id)}/cards`, query)
/** The audience of a campaign. @param query a saved audience to begin with (`from`) */
export const campaignAudience = (id: string, query?: Query) =>
  at(`/email-management/${part(id)}/audience`, query)
/** The results of a campaign. @param query the part of its recipients (`show`), their page (`after`) */
export const campaignResults = (id: string, query?: Query) =>
  at(`/email-management/${part(id)}/results`, query)
/** Takes the steps of a campaign: review, schedule, pause and the like. */
export const campaignStep = (id: string) => `/email-management/${part(id)}/step`
/** The words of the site's own mails. */
export const mailWordings = () => '/email-management/wording'
/** @param query what was done (`done`) */
export const mailWording = (kind: string, query?: Query) =>
  at(`/email-management/wording/${part(kind)}`, query)
export const campaignTemplates = (query?: Query) => at('/email-management/templates', query)
export const styleguide = (query?: Query) => at('/styleguide', query)
/** @param kind of mail whose sample is shown */
export const styleguideMail = (kind: string, query?: Query) => at(`/styleguide/mail/${part(kind)}`, query)
/** @param query as `scanData` */
export const apiStaffScanData = (query?: Query) => at('/api/staff/scan-data', query)
export const apiStaffCapacity = (query?: Query) => at('/api/staff/capacity', query)
export const apiDashboard = (query?: Query) => at('/api/analytics/dashboard', query)
export const apiStaffToday = () => '/api/staff/today'
/** The file of a list. @param query the filters of the list */
export const adminExport = (list: string, query?: Query) => at(`/admin/export/${part(list)}`, query)
/** Asks why somebody downloads a file that says how to reach people. @param query the filters of the list */
export const adminExportReason = (list: string, query?: Query) =>
  at(`/admin/export/${part(list)}/reason`, query)
export const apiStaffDensity = () => '/api/staff/density'
export const apiStaffViews = () => '/api/staff/views'
export const apiStaffSearch = (query?: Query) => at('/api/staff/search', query)
export const apiStaffEventDraft = (id: string) => `/api/staff/events/${part(id)}/draft`
