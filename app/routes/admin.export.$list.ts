import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { may } from '#core/roles.ts'
import { isListName, type ListName, listPages, reasonLength } from '#core/staff-lists.ts'
import { exportFigureRows } from '#features/analytics/dashboard/figure-export.reads.server.ts'
import { readScanData } from '#features/door/scan-data.reads.server.ts'
import type { ScansQuery } from '#features/door/scan-data.schema.ts'
import { noShowList, scanList } from '#features/door/ui/scan-list.tsx'
import { listStaffEvents } from '#features/events/staff/staff-events.reads.server.ts'
import { eventList } from '#features/events/staff/ui/staff-event-list.tsx'
import { listStaffMails } from '#features/mail/staff-mail.reads.server.ts'
import { mailList } from '#features/mail/ui/mail-log.tsx'
import { listAudit } from '#features/operations/audit/audit.reads.server.ts'
import { auditList } from '#features/operations/audit/ui/audit-list.tsx'
import { listFailures } from '#features/operations/failures/failures.reads.server.ts'
import { failureList } from '#features/operations/failures/ui/failure-list.tsx'
import { capacityFile, readCapacityForFile } from '#features/orders/capacity/capacity-export.reads.server.ts'
import { changeReport, readChangedOrders } from '#features/orders/event-changes/event-changes.reads.server.ts'
import { listStaffOrders } from '#features/orders/orders.reads.server.ts'
import { orderList } from '#features/orders/ui/staff-order-list.tsx'
import { listPeople } from '#features/people/people.reads.server.ts'
import { peopleList } from '#features/people/ui/people-list.tsx'
import { listComps } from '#features/sharing/free-tickets/free-tickets.reads.server.ts'
import { compList } from '#features/sharing/free-tickets/ui/comp-list.tsx'
import { listGuests } from '#features/sharing/guest-lists/guest-lists.reads.server.ts'
import { guestList } from '#features/sharing/guest-lists/ui/guest-list.tsx'
import { listFulfilments } from '#features/shop/fulfilment/fulfilment.reads.server.ts'
import { fulfilmentList } from '#features/shop/fulfilment/ui/fulfilment-list.tsx'
import { listReturns } from '#features/shop/returns/returns.reads.server.ts'
import { returnList } from '#features/shop/returns/ui/return-list.tsx'
import { listInventory } from '#features/shop/staff/inventory.reads.server.ts'
import { listStaffProducts } from '#features/shop/staff/products.reads.server.ts'
import { inventoryList } from '#features/shop/staff/ui/inventory-list.tsx'
import { productList } from '#features/shop/staff/ui/product-list.tsx'
import { recordExport } from '#features/staff/staff.writes.server.ts'
import { readAttendees } from '#features/tickets/staff/attendees.reads.server.ts'
import { attendeeList } from '#features/tickets/staff/ui/attendee-list.tsx'
import { requireStaffPage } from '#server/actor.server.ts'
import { notFound, refusalCodeResponse, refusalResponse } from '#server/api.server.ts'
import { csvResponse } from '#server/csv.server.ts'
import { type ListOfFile, listFileResponse } from '#server/list-file.server.ts'
import type { RequestArgs } from '#server/session.server.ts'

type Export = {
  /** True where an admin says why: the file says how to reach people. */
  holdsContacts: boolean
  respond: (args: RequestArgs) => Promise<Response>
}

/** Makes the file of a declared list. @param read reads a page that is as long as the database allows */
function fileOf<Asked extends object, Data, Row>(
  list: ListOfFile<Asked, Data, Row>,
  read: (args: RequestArgs, query: Asked) => Promise<Data>,
): Export {
  return {
    holdsContacts: list.file?.holdsContacts ?? false,
    respond: (args) => listFileResponse(args, list, read),
  }
}

async function readScansForFile(args: RequestArgs, query: ScansQuery) {
  const data = await readScanData(args, query, 100)
  if (!data?.mayList) throw refusalCodeResponse('not_allowed')
  return data
}

/** Makes the file of a figure's rows, which has its definitions in a line of its own and asks for its reason where it is shown. */
const figureRows: Export = {
  holdsContacts: false,
  respond: (args) => {
    const { header, pages } = exportFigureRows(args, new URL(args.request.url).searchParams)
    return csvResponse(args, 'figure-rows', header, pages)
  },
}

/**
 * Lets everybody who may see the list download it, but for the people: each row is read as the caller, by the same function as the
 * list.
 */
const exports: Record<ListName, Export> = {
  orders: fileOf(orderList, (args, query) => listStaffOrders(args, { ...query, rows: '200' })),
  people: fileOf(peopleList, (args, query) => listPeople(args, query, 100)),
  fulfilments: fileOf(fulfilmentList, (args, query) => listFulfilments(args, query, 200)),
  attendees: fileOf(attendeeList, (args, query) => readAttendees(args, { ...query, rows: '150' })),
  guests: fileOf(guestList, (args, query) => listGuests(args, { ...query, rows: '150' })),
  events: fileOf(eventList, listStaffEvents),
  scans: fileOf(scanList, readScansForFile),
  'no-shows': fileOf(noShowList, (args, query) => readScansForFile(args, { ...query, show: 'no_shows' })),
  products: fileOf(productList, (args, query) => listStaffProducts(args, query, 200)),
  inventory: fileOf(inventoryList, (args, query) => listInventory(args, query, 500)),
  returns: fileOf(returnList, (args, query) => listReturns(args, query, 200)),
  failures: fileOf(failureList, async (args, query) => ({
    ...(await listFailures(args, query)),
    refused: null,
  })),
  mails: fileOf(mailList, (args, query) => listStaffMails(args, query, 200)),
  capacity: fileOf(capacityFile, readCapacityForFile),
  changes: fileOf(changeReport, readChangedOrders),
  audit: fileOf(auditList, (args, query) => listAudit(args, query, 200)),
  'figure-rows': figureRows,
  comps: fileOf(compList, (args, query) => listComps(args, query, 200)),
}

/**
 * Serves a list of the back office as a CSV file, with the filters of its address; with `selected`, only the rows
 * named by `id`. Asks admins first why they need one that says how to reach people; nobody else gets contacts.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { list } = args.params
  if (!isListName(list)) throw notFound()
  const actor = await requireStaffPage(args, listPages[list])
  // Moderators see the list of people, by name and handle; the file is for admins.
  if (list === 'people' && !may(actor, 'see_contacts')) throw refusalCodeResponse('not_allowed')
  const { holdsContacts, respond } = exports[list]
  const { searchParams, search } = new URL(args.request.url)
  const reason = searchParams.get('reason')?.trim() ?? ''
  if (holdsContacts && may(actor, 'see_contacts') && reason.length < reasonLength.min)
    return redirect(paths.adminExportReason(list) + search)
  const recorded = await recordExport(args, list, searchParams, reason || null)
  if (!recorded.ok) throw refusalResponse(recorded.refusal)
  return respond(args)
}
