/** Who comes to the door of a simulated night, when, and to which device. Times are milliseconds of the night. */

export const minute = 60_000
export const deviceCount = 5

/** A name on the guest list: its id, and how many may come by it. */
export type Party = { entry: string; heads: number }

/** What is sold and listed: tickets by order, and names. */
export type Sold = { orders: string[][]; parties: Party[] }

type Person = { body: string; ticket: string }
type Timed = { at: number; device: number }
/** One scan: of a ticket, in or out; of one ticket that brings others of its order in (the first is read); or of a name on the list. */
export type Step = Timed &
  (
    | { kind: 'ticket'; people: [Person]; action: 'admit' | 'exit' }
    | { kind: 'group'; people: Person[] }
    | { kind: 'guests'; body: string; entry: string; heads: number }
  )

type Random = () => number

export function shuffle<T>(random: Random, items: T[]): T[] {
  const mixed = [...items]
  for (let n = mixed.length - 1; n > 0; n--) {
    const at = Math.floor(random() * (n + 1))
    const [one, other] = [mixed[n], mixed[at]]
    if (one !== undefined && other !== undefined) [mixed[n], mixed[at]] = [other, one]
  }
  return mixed
}

const anyDevice = (random: Random) => Math.floor(random() * deviceCount)
const otherDevice = (random: Random, device: number) =>
  (device + 1 + Math.floor(random() * (deviceCount - 1))) % deviceCount
const anyTime = (random: Random): Timed => ({ at: random() * 25 * minute, device: anyDevice(random) })

/** The bodies of copies end so. */
const copy = ':copy'
/** Returns whether a body came by a copied code, or by somebody else's name. */
export const isCopy = (body: string) => body.endsWith(copy)

/** Plans the night. One ticket in a hundred is on two phones, one order in four comes together, one name in four is given by others, too. */
export function planNight(random: Random, { orders, parties }: Sold): Step[] {
  const tickets = orders.flat()
  const copied = new Set(shuffle(random, tickets).slice(0, Math.ceil(tickets.length / 100)))
  const steps = [
    ...orders.flatMap((order) => planOrder(random, order, copied)),
    ...parties.flatMap((party) => planParty(random, party)),
  ]
  return steps.sort((a, b) => a.at - b.at)
}

function planOrder(random: Random, order: string[], copied: ReadonlySet<string>): Step[] {
  const together = anyTime(random)
  const isGroup = order.length > 1 && random() < 0.25
  // Of a group somebody may come alone.
  const members = isGroup
    ? shuffle(random, order).slice(0, 2 + Math.floor(random() * (order.length - 1)))
    : []
  const people = members.map((ticket) => ({ body: `${ticket}:1`, ticket }))
  const alone = order.flatMap((ticket): Step[] => {
    const isMember = members.includes(ticket)
    const came = isMember ? together : anyTime(random)
    const rest = planRest(random, ticket, came, copied.has(ticket))
    return isMember ? rest : [ticketStep(came, ticket, 'admit'), ...rest]
  })
  return isGroup ? [{ ...together, kind: 'group', people }, ...alone] : alone
}

const ticketStep = (when: Timed, ticket: string, action: 'admit' | 'exit', who = ':1'): Step => ({
  at: when.at,
  device: when.device,
  kind: 'ticket',
  people: [{ body: ticket + who, ticket }],
  action,
})

/** What happens with a ticket after it came: a copy of it comes, or its holder goes out, and in again. */
function planRest(random: Random, ticket: string, came: Timed, isCopied: boolean): Step[] {
  if (isCopied) {
    const when = { at: came.at + 5000 + random() * 3 * minute, device: otherDevice(random, came.device) }
    return [ticketStep(when, ticket, 'admit', copy)]
  }
  if (random() > 0.08) return []
  const left = { at: came.at + minute + random() * minute, device: anyDevice(random) }
  const exit = ticketStep(left, ticket, 'exit')
  if (random() > 0.5) return [exit]
  const again = { at: left.at + minute + random() * minute, device: anyDevice(random) }
  return [exit, ticketStep(again, ticket, 'admit')]
}

/** A party comes at once or in parts, or not at all. */
function planParty(random: Random, { entry, heads }: Party): Step[] {
  const steps: Step[] = []
  const come = random() < 0.1 ? 0 : heads
  for (let left = come, part = 1; left > 0; part++) {
    const now = random() < 0.6 ? left : 1 + Math.floor(random() * left)
    steps.push({ ...anyTime(random), kind: 'guests', body: `${entry}:${part}`, entry, heads: now })
    left -= now
  }
  if (random() < 1 / 4) {
    const others = 1 + Math.floor(random() * heads)
    steps.push({ ...anyTime(random), kind: 'guests', body: entry + copy, entry, heads: others })
  }
  return steps
}
