import { type CodeReader, fromHex, hashOf, openCodeReader } from '../offline/read-code.ts'
import type { FoundPickups, PickupItem, PickupStation } from './pickup.types.ts'
import type { PickupPack } from './pickup-pack.types.ts'

/** What this phone itself handed over and the pack does not have: by the id of the fulfilment, when (ISO 8601, server's clock). */
export type OwnHandOvers = ReadonlyMap<string, string>

/** The pickups of an event, found by codes without the server. */
export type PickupList = {
  /**
   * Finds what to hand over, as `find_pickups` does. A ticket that the pack does not name has no goods here; a code that it does not
   * name is newer than the pack or not ours, and finds nothing. Names are not searched.
   * @param now ISO 8601
   */
  find(code: string, own: OwnHandOvers, now: string): Promise<FoundPickups>
  /** Finds one thing by the id of its fulfilment. */
  item(id: string, own: OwnHandOvers): PickupItem | undefined
}

type Order = PickupPack['orders'][number]

/** Begins each code of an order's page; `pickup-code.server.ts` makes them. */
const pickupCode = /^JVP1:/
const orderCode = /^[0-9A-Z]{8}$/

/** Opens a pack of pickups. @throws when the key of the event's tickets is none */
export async function openPickupList(pack: PickupPack): Promise<PickupList> {
  const read = await openCodeReader({ ...pack, event: pack.event.id })
  const salt = fromHex(pack.salt)
  const items = new Map(pack.orders.flatMap((order) => order.items.map((item) => [item.id, item] as const)))
  return {
    async find(code, own, now) {
      const { result, orders } = await ordersOf(code, pack, { read, salt })
      const found = orders.map(({ code: orderCode, name, isTest, isBlocked, items }) => ({
        ...{ code: orderCode, name, isTest, isBlocked },
        items: items.map((item) => after(item, own)),
      }))
      return { result, orders: found, maySearch: false, now }
    },
    item(id, own) {
      const item = items.get(id)
      return item && after(item, own)
    },
  }
}

/** Returns a thing as it is after what this phone handed over. */
function after(item: PickupItem, own: OwnHandOvers): PickupItem {
  const at = own.get(item.id)
  return at && item.state === 'waiting'
    ? { ...item, state: 'handed', handedAt: at, handedIn: null, handedBy: null }
    : item
}

async function ordersOf(
  code: string,
  { orders }: PickupPack,
  { read, salt }: { read: CodeReader; salt: Uint8Array<ArrayBuffer> },
): Promise<{ result: FoundPickups['result']; orders: Order[] }> {
  const none = (result: FoundPickups['result']) => ({ result, orders: [] })
  const some = (found: Order[]) =>
    found.length > 0 ? { result: 'ok' as const, orders: found } : none('unknown')
  const text = code.trim().toUpperCase()
  if (pickupCode.test(text)) {
    const codeHash = await hashOf(salt, new TextEncoder().encode(text))
    return some(orders.filter((order) => order.codeHash === codeHash))
  }
  const short = text.replace(/[^0-9A-Z]/g, '')
  if (orderCode.test(short)) return some(orders.filter((order) => order.code === short))
  const reading = await read(code.trim())
  switch (reading.kind) {
    case 'typed':
      return some(orders.filter(({ tickets }) => tickets.some(([, hash]) => hash === reading.codeHash)))
    case 'signed': {
      const isOld = orders.some(({ tickets }) =>
        tickets.some(([hash, , generation]) => hash === reading.idHash && generation > reading.generation),
      )
      const found = orders.filter(({ tickets }) => tickets.some(([hash]) => hash === reading.idHash))
      return isOld ? none('old_code') : { result: 'ok', orders: found }
    }
    case 'other_event':
      return none('wrong_event')
    case 'unreadable':
      return none(reading.result)
  }
}

/** Returns the station of a pack as the server would, for a page that was opened without the network. */
export function stationOfPack({ orders }: PickupPack): PickupStation {
  const count = (state: PickupItem['state']) =>
    orders.filter(({ items }) => items.some((item) => item.state === state)).length
  return { points: [], waiting: count('waiting'), handed: count('handed'), conflicts: [], maySearch: false }
}
