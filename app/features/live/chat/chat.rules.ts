import type { ChatMessage, ChatStanding, ChatState, OwnStanding } from './chat.types.ts'

/** Sets how long a message may be, and from where on its writer is told how many letters are left. */
export const mostLetters = 500
export const lettersToldFrom = 400
/** How many messages an open page keeps. */
export const mostShown = 200

/** Emotes: the code that is stored, what is shown, and what is read aloud. */
export const emotes = [
  { code: ':fire:', glyph: '🔥', name: 'Fire' },
  { code: ':heart:', glyph: '❤️', name: 'Heart' },
  { code: ':wine:', glyph: '💃🏾', name: 'Dancing' },
  { code: ':flag:', glyph: '🚩', name: 'Flag up' },
  { code: ':horn:', glyph: '📣', name: 'Horn' },
  { code: ':pan:', glyph: '🥁', name: 'Drum' },
  { code: ':laugh:', glyph: '😂', name: 'Laughing' },
  { code: ':wow:', glyph: '😮', name: 'Wow' },
  { code: ':hands:', glyph: '🙌🏾', name: 'Hands up' },
  { code: ':sun:', glyph: '🌅', name: 'Sunrise' },
] as const
export type Emote = (typeof emotes)[number]

const byCode = new Map<string, Emote>(emotes.map((emote) => [emote.code, emote]))

/** Splits a message into text and emotes. A code that is none stays text. */
export function partsOf(body: string): (string | Emote)[] {
  return body
    .split(/(:[a-z]+:)/)
    .filter(Boolean)
    .map((part) => byCode.get(part) ?? part)
}

/** Writes a message for people who hear it. */
export const spokenText = (body: string): string =>
  partsOf(body)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('')

/** Tells whether somebody reads a chat with this audience. Moderators always do. */
export function audienceHas(audience: ChatState['audience'], who: OwnStanding): boolean {
  if (audience === 'everyone' || who.mayModerate) return true
  return audience === 'members' ? who.isMember : who.isHolder
}

/** Leaves out what a browser is not told: whom its reader blocked or who blocked them. */
export function standingOf({ hides: _, ...standing }: ChatStanding): OwnStanding {
  return standing
}

/** What visitors without a session are. */
export const visitorStanding: ChatStanding = {
  personId: null,
  isMember: false,
  isHolder: false,
  mayModerate: false,
  isBanned: false,
  mutedUntil: null,
  hides: [],
}

export const modeNames: Record<ChatState['mode'], string> = {
  open: 'Open',
  members_only: 'Members only',
  holders_only: 'Tickets and passes only',
  closed: 'Closed',
}

/** Names a pause between two messages. */
export function slowName(seconds: number): string {
  if (seconds === 0) return 'Off'
  return seconds < 60 ? `${seconds} seconds` : seconds === 60 ? '1 minute' : `${seconds / 60} minutes`
}

/** Says in a few words what is particular of a chat now; null for nothing. */
export function stateText({ mode, isOpen, slowSeconds }: ChatState): string | null {
  if (!isOpen) return null
  const parts = [
    ...(mode === 'open' ? [] : [modeNames[mode]]),
    ...(slowSeconds > 5 ? [`Slow mode, ${slowName(slowSeconds)}`] : []),
  ]
  return parts.length > 0 ? parts.join(' · ') : null
}

/** Adds a message to those of a page, in the order of the chat, in place of the one that it is a newer text of; the oldest go. */
export function withMessage(messages: readonly ChatMessage[], message: ChatMessage): ChatMessage[] {
  const others = messages.filter(({ id }) => id !== message.id)
  let at = others.length
  while (at > 0 && (others[at - 1]?.seq ?? 0) > message.seq) at--
  return [...others.slice(0, at), message, ...others.slice(at)].slice(-mostShown)
}

/** Says what came, for people who hear the page: one message as it is, several by their number. */
export function newsText(came: readonly ChatMessage[]): string {
  const [first] = came
  if (!first) return ''
  return came.length === 1 ? `${first.author.name}: ${spokenText(first.body)}` : `${came.length} new messages`
}

/** For so long after the end of a stream people write, in milliseconds. */
const afterEnd = 600_000

/**
 * Tells whether the page of a stream has its chat: from an hour before it begins, unless it was called off. A replay has none: only who
 * was there in the minutes after the end still reads it.
 */
export function hasChat(
  stream: { state: string; startsAt: string | null; endedAt?: string | null },
  now: string,
): boolean {
  if (stream.state === 'hidden' || stream.state === 'cancelled') return false
  if (stream.state === 'replay') return Date.parse(now) - Date.parse(stream.endedAt ?? '') < afterEnd
  return stream.state !== 'scheduled' || Date.parse(stream.startsAt ?? '') - Date.parse(now) < 3_600_000
}
