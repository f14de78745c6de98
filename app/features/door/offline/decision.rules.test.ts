import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checkCharacter } from '#core/ticket-code.ts'
import { createTicketSigner } from '#server/ticket-signing.server.ts'
import { type AdmissionVector, admissionVectors } from '../admission-vectors.fixtures.ts'
import { decideOffline, type OwnMove, type Station } from './decision.rules.ts'
import { packContent, typeId } from './pack.fixtures.ts'
import { knownOf, type PackContent } from './pack-content.ts'
import { openCodeReader } from './read-code.ts'

const hour = 3_600_000
const zoneNames = ['Hall', 'Zone']
const zones = zoneNames.map((name) => ({ id: randomUUID(), name }))
const signer = createTicketSigner(randomBytes(32).toString('base64url'))
const stranger = createTicketSigner(randomBytes(32).toString('base64url'))
const code = (start: string) => start + checkCharacter(start)
const codes = { own: code('ABCDEFGH'), retired: code('HGFEDCBA'), nobody: code('22223333') }

/** Makes the pack that a vector describes, and what a camera or a hand reads of its ticket. */
async function worldOf({ event, ticket, reading, readGeneration }: AdmissionVector) {
  const id = randomUUID()
  const eventId = randomUUID()
  const credential = { ticketId: id, eventId, typeId, generation: readGeneration ?? ticket.generation }
  const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
  const content = await packContent({
    event: {
      id: eventId,
      status: event.status,
      isTest: event.isTest,
      reentries: event.reentries,
      doorsAt: inHours(event.doorsIn),
      endsAt: inHours(event.doorsIn + event.hoursLong),
    },
    ticketKey: await keyOf(eventId),
    tickets: [{ id, code: codes.own, ...ticket, zone: ticket.zone ? 1 + zoneNames.indexOf(ticket.zone) : 0 }],
    retired: [codes.retired],
    gates: [
      { name: 'Own', zoneId: null, types: [typeId] },
      { name: 'Others', zoneId: null, types: [randomUUID()] },
      { name: 'Zone', zoneId: zones[1]?.id ?? null, types: null },
    ],
    zones,
  })
  const texts: Record<AdmissionVector['reading'], string> = {
    signed: signer.sign(credential),
    typed: codes.own,
    retired: codes.retired,
    nobody: codes.nobody,
    stranger: signer.sign({ ...credential, ticketId: randomUUID() }),
    unknown: 'https://example.com/menu',
    bad_signature: stranger.sign(credential),
    other_event: signer.sign({ ...credential, eventId: randomUUID() }),
  }
  return { content, id, text: texts[reading] }
}

async function keyOf(eventId: string) {
  const { x = '' } = await signer.readPublicKey(eventId)
  return { kty: 'OKP' as const, crv: 'Ed25519' as const, x }
}

type Rest = { exits?: number; station?: Station; pack?: Partial<PackContent> }

async function decide(vector: AdmissionVector, move?: OwnMove, now = Date.now(), rest: Rest = {}) {
  const { exits = 0, station, pack } = rest
  const { content, text } = await worldOf(vector)
  const read = await openCodeReader({ ...content, event: content.event.id })
  return decideOffline(
    knownOf({ ...content, ...pack }, { lastMove: () => move, exitsOf: () => exits }),
    await read(text),
    now,
    station,
  )
}

const named = (name: string) => {
  const found = admissionVectors.find((vector) => vector.name === name)
  if (!found) throw new Error(`no vector: ${name}`)
  return found
}

describe('without the network the door decides', () => {
  test.each(admissionVectors.map((vector) => [vector.name, vector] as const))('%s', async (_, vector) => {
    const { gate, action } = vector
    const { result } = await decide(vector, undefined, Date.now(), { station: { gate, action } })
    expect(result).toBe(vector.offline ?? vector.result)
  })
})

describe('what this phone did itself', () => {
  const valid = named('a valid ticket at open doors')
  const inside = named('a ticket that is inside')

  test('a ticket that it admitted is in, and says where and when', async () => {
    const move: OwnMove = { action: 'admit', at: Date.now() - 60_000, gate: 'Side' }
    expect(await decide(valid, move)).toMatchObject({ result: 'already_in', bounce: false, first: move })
  })

  test('within 5 seconds it is the same person', async () => {
    const now = Date.now()
    const move: OwnMove = { action: 'admit', at: now - 4900, gate: '' }
    expect((await decide(valid, move, now)).bounce).toBe(true)
    expect((await decide(valid, { ...move, at: now - 5000 }, now)).bounce).toBe(false)
  })

  test('a ticket that left through it comes in again as often as the event allows, whatever the older pack says', async () => {
    const move: OwnMove = { action: 'exit', at: Date.now(), gate: '' }
    const { content } = await worldOf(inside)
    const again = { pack: { event: { ...content.event, reentries: 1 } } }
    expect((await decide(inside, move, Date.now(), { ...again, exits: 1 })).result).toBe('ok')
    expect((await decide(inside, move, Date.now(), { ...again, exits: 2 })).result).toBe('no_reentry')
    expect((await decide(inside, move, Date.now(), { exits: 1 })).result).toBe('no_reentry')
  })

  test('an exit scan lets out who is in, and nobody else', async () => {
    const exit = { station: { gate: 'Main', action: 'exit' as const } }
    expect((await decide(inside, undefined, Date.now(), exit)).result).toBe('exited')
    expect((await decide(valid, undefined, Date.now(), exit)).result).toBe('not_inside')
    const replaced = named('an older generation')
    expect((await decide(replaced, undefined, Date.now(), exit)).result).toBe('old_code')
  })

  test('a gate that is for other types refuses the ticket, whatever case its name is typed in', async () => {
    const pack = {
      gates: [
        { name: 'VIP', zoneId: null, types: [randomUUID()] },
        { name: 'Side', zoneId: null, types: [typeId] },
      ],
    }
    const at = async (gate: string) =>
      (await decide(valid, undefined, Date.now(), { pack, station: { gate, action: 'admit' } })).result
    expect(await at('vip')).toBe('wrong_gate')
    expect(await at('Side')).toBe('ok')
    expect(await at('')).toBe('ok')
  })

  test('whom it let in goes on to another zone, and is in once there', async () => {
    const [hall, terrace] = [randomUUID(), randomUUID()]
    const gates = [
      { name: 'Main', zoneId: hall, types: null },
      { name: 'Stairs', zoneId: terrace, types: null },
    ]
    const move: OwnMove = { action: 'admit', at: Date.now() - 60_000, gate: 'main' }
    const at = async (gate: string) =>
      (await decide(inside, move, Date.now(), { pack: { gates }, station: { gate, action: 'admit' } })).result
    expect(await at('Stairs')).toBe('ok')
    expect(await at('Main')).toBe('already_in')
    expect(await at('Elsewhere')).toBe('already_in')
  })

  test('a ticket that the pack does not know is admitted once', async () => {
    const unknown = named('a signed ticket that nobody has')
    expect((await decide(unknown)).result).toBe('offline_unverified')
    const move: OwnMove = { action: 'admit', at: Date.now() - 60_000, gate: '' }
    expect((await decide(unknown, move)).result).toBe('already_in')
  })
})
