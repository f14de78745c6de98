import type { GuestResult } from '#core/door-guests.ts'
import { doorsOf, type PackEvent } from './decision.rules.ts'

/** A name on a guest list, as the pack has it. */
export type PackGuest = {
  hash: string
  /** First name and initial. */
  name: string
  /** 1 + its plus-ones; 0 once it was taken off the list. */
  heads: number
  /** How many had come when the pack was made. */
  arrived: number
  list: { id: string; name: string; closesAt: number }
}

/** The same with how many this phone let in by the name, of which the pack does not know. */
export type PackGuestNow = PackGuest & { here: number }

/**
 * Decides without the network whether so many guests of a name may come in, by the rules of `admit_guests`; `guest-vectors.json` holds
 * both to the same answers. After the cutoff a door manager decides, which takes a network.
 * @param here how many this phone let in by the name of which the pack does not know
 * @param now milliseconds, corrected to the server's clock
 */
export function decideGuests(
  event: PackEvent,
  { heads: all, arrived, list }: Pick<PackGuest, 'heads' | 'arrived' | 'list'>,
  { heads, here, now }: { heads: number; here: number; now: number },
): GuestResult {
  const doors = doorsOf(event, now)
  if (doors !== 'ok') return doors
  if (arrived + here + heads > all) return 'already_in'
  return now >= list.closesAt ? 'list_closed' : 'ok'
}

/** Splits a name as the database's search does: no accents, small letters. */
const wordsOf = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * Returns whether each word of a search begins a word of a pack's name. Of last names the pack has the initial alone, which any word that
 * begins with it finds.
 */
export function isNamed(name: string, search: string): boolean {
  const words = wordsOf(name)
  const last = words.at(-1)
  const initial = words.length > 1 && last?.length === 1 ? last : null
  return wordsOf(search)
    .slice(0, 6)
    .every(
      (word) => words.some((each) => each.startsWith(word)) || (initial !== null && word.startsWith(initial)),
    )
}
