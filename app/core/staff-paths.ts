/** Makes the addresses of the pages of staff: a module of its own, so that public pages do not download it. Use through `paths.ts`. */

import { at, part, type Query } from './address.ts'

export const adminSearch = (query?: Query) => at('/admin/search', query)
export const adminSettings = (query?: Query) => at('/admin/settings', query)
/** @param query the tab (`show`, a kind of failure) and its page (`after`) */
export const adminFailures = (query?: Query) => at('/admin/failures', query)
/** @param query the filters of the log: `q`, `person`, `action`, `kind` and `subject`, `from`, `to` */
export const adminAudit = (query?: Query) => at('/admin/audit', query)
export const adminEvents = (query?: Query) => at('/admin/events', query)
export const adminEventNew = () => '/admin/events/new'
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
/** @param query `show=open` for those that are not decided yet */
export const disputes = (query?: Query) => at('/ticket-management/disputes', query)
export const dispute = (id: string, query?: Query) => at(`/ticket-management/disputes/${part(id)}`, query)
/** @param query whose buyer to block: an `order` (its code) or a `person`; or an address: its `kind` and `label` */
export const blockedBuyers = (query?: Query) => at('/ticket-management/blocked', query)
export const capacity = (query?: Query) => at('/ticket-management/capacity', query)
/** @param change its name, such as `set-capacity` @param query the event, what is changed, and the new values */
export const capacityChange = (change: string, query?: Query) =>
  at(`/ticket-management/capacity/${part(change)}`, query)
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
export const freeTickets = () => '/free-tickets'
export const emailManagement = () => '/email-management'
export const styleguide = (query?: Query) => at('/styleguide', query)
/** @param kind of mail whose sample is shown */
export const styleguideMail = (kind: string, query?: Query) => at(`/styleguide/mail/${part(kind)}`, query)
export const apiStaffCapacity = (query?: Query) => at('/api/staff/capacity', query)
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
