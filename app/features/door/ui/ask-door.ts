import * as paths from '#core/paths.ts'
import type { AdmitGroup, AdmitGuests, CheckIn } from '../door.schema.ts'
import { scanResponseSchema } from '../door.types.ts'
import { type Answer, askServer, sentenceIn } from '../offline/ask-server.ts'
import type { GuestsFound, GuestsSent } from '../offline/door-link.ts'
import {
  findGuestsAt,
  type GroupSent,
  previewAlone,
  type Sent,
  sendGroup,
  sendGuests,
  sendScan,
} from './send-scan.ts'

/** The part that decides about codes at a station. */
export type Door = {
  /** Admits, or says why not. Sent again with the same scan it admits nobody twice. */
  scan: (of: CheckIn) => Promise<Sent>
  /** Says what `scan` would decide, and admits nobody. */
  lookUp: (of: CheckIn) => Promise<Sent>
  /** Admits several tickets of one order. Sent again with the same scans it admits nobody twice. */
  admitGroup: (of: AdmitGroup) => Promise<GroupSent>
}

/** The part that finds and admits names on guest lists at a station, with and without a network. */
export type GuestDesk = {
  /** Searches the lists of an event by the beginnings of words. */
  findGuests: (of: { event: string; q: string }) => Promise<GuestsFound>
  /** Admits guests of a name that was found. Sent again with the same scan it admits nobody twice. */
  admitGuests: (of: AdmitGuests) => Promise<GuestsSent>
}

/** How long one request may take, in milliseconds, and how often it is sent. */
const within = 4000
const tries = 2

const noConnection = 'No connection. Try that scan again.'

async function ask(path: string, body: object): Promise<Extract<Answer, { signal: 'answered' }> | null> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const answer = await askServer(path, body, within)
    if (answer.signal === 'answered') return answer
  }
  return null
}

async function askScan(path: string, of: CheckIn): Promise<Sent | null> {
  const answer = await ask(path, of)
  if (!answer) return null
  if (answer.status === 200) return { scanned: scanResponseSchema.parse(answer.body) }
  return { trouble: sentenceIn(answer.body) ?? 'That scan was refused.', decided: true }
}

/** Looks a ticket up: at the server, or in the phone's own list without the network. */
async function lookUp(of: CheckIn): Promise<Sent> {
  const alone = await previewAlone(of)
  if (alone) return alone
  const sent = (await askScan(paths.apiLookUpTicket(), of)) ?? (await previewAlone(of))
  return sent ?? { trouble: noConnection, decided: false }
}

/** The door of the site. */
export const siteDoor: Door & GuestDesk = {
  scan: sendScan,
  lookUp,
  admitGroup: sendGroup,
  findGuests: ({ event, q }) => findGuestsAt(event, q),
  admitGuests: sendGuests,
}
