import * as z from 'zod'

/** What the chat of a stream is read as. */

const instant = z.iso.datetime({ offset: true })
export const chatModes = ['open', 'members_only', 'holders_only', 'closed'] as const
export const slowSteps = [0, 5, 10, 30, 60, 120] as const

export const chatStateSchema = z.object({
  mode: z.enum(chatModes),
  /** Who reads it. */
  audience: z.enum(['everyone', 'members', 'holders']),
  /** People write now. */
  isOpen: z.boolean(),
  slowSeconds: z.int(),
  pinnedId: z.uuid().nullable(),
  opensAt: instant.nullable(),
  isOver: z.boolean(),
})
export type ChatState = z.output<typeof chatStateSchema>

const authorSchema = z.object({ id: z.uuid(), name: z.string(), isStaff: z.boolean() })

/** A message as browsers get it. `reports` is 0 for everybody but moderators. */
export const chatMessageSchema = z.object({
  id: z.uuid(),
  seq: z.int(),
  body: z.string(),
  replyTo: z.uuid().nullable(),
  at: instant,
  isHidden: z.boolean(),
  reports: z.int(),
  author: authorSchema,
})
export type ChatMessage = z.output<typeof chatMessageSchema>

/** A message as the server reads it, with the people who must not get it. */
export const keptMessageSchema = chatMessageSchema.extend({
  changeSeq: z.int(),
  hiddenFor: z.array(z.uuid()),
})
export type KeptMessage = z.output<typeof keptMessageSchema>

export const chatChangesSchema = z.object({
  state: chatStateSchema,
  messages: z.array(keptMessageSchema),
  cursor: z.int(),
})
export type ChatChanges = z.output<typeof chatChangesSchema>

/** What somebody is in a chat. */
export const ownStandingSchema = z.object({
  personId: z.uuid().nullable(),
  isMember: z.boolean(),
  isHolder: z.boolean(),
  mayModerate: z.boolean(),
  isBanned: z.boolean(),
  mutedUntil: instant.nullable(),
})
export type OwnStanding = z.output<typeof ownStandingSchema>
export const chatStandingSchema = ownStandingSchema.extend({ hides: z.array(z.uuid()) }).nullable()
export type ChatStanding = NonNullable<z.output<typeof chatStandingSchema>>

export const chatPageSchema = z
  .object({
    stream: z.object({ id: z.uuid(), code: z.string(), title: z.string() }),
    timeZone: z.string(),
    now: instant,
    me: ownStandingSchema,
    state: chatStateSchema,
    canRead: z.boolean(),
    messages: z.array(chatMessageSchema),
  })
  .nullable()
export type ChatPage = NonNullable<z.output<typeof chatPageSchema>>

export const sentSchema = z.object({ id: z.uuid(), seq: z.int(), at: instant })
export type Sent = z.output<typeof sentSchema>

/** The first event of a connection: everything that its reader sees, in place of what they saw before. */
export const joinedSchema = z.object({
  me: ownStandingSchema,
  state: chatStateSchema,
  canRead: z.boolean(),
  messages: z.array(chatMessageSchema),
})
export type Joined = z.output<typeof joinedSchema>

/** A message that its reader no longer sees. */
export const goneSchema = z.object({ id: z.uuid() })

/** Result of `list_chat_reports`: reported messages of all chats, for moderators. */
export const chatReportsSchema = z.object({
  now: z.iso.datetime({ offset: true }),
  timeZone: z.string(),
  /** How many there are, up to 100. */
  count: z.int(),
  messages: z.array(
    z.object({
      id: z.uuid(),
      body: z.string(),
      at: z.iso.datetime({ offset: true }),
      reports: z.int(),
      isHidden: z.boolean(),
      /** Empty where the list of words found it. */
      reasons: z.array(z.enum(['spam', 'harassment', 'hate', 'sexual', 'scam', 'privacy', 'other'])),
      author: z.object({ id: z.uuid(), name: z.string() }),
      stream: z.object({ id: z.uuid(), code: z.string(), title: z.string() }),
    }),
  ),
})
export type ChatReports = z.output<typeof chatReportsSchema>
