import * as z from 'zod'

/** The acts that the assistant can offer, each with exactly the arguments of its area's own write. */
export const actArguments = {
  /** Mails links to the tickets to the address of the account. */
  resend_tickets: z.strictObject({}),
  transfer: z.strictObject({ ticket: z.uuid(), to: z.string().min(3).max(254) }),
  waitlist: z.strictObject({ event: z.uuid(), quantity: z.int().min(1).max(4) }),
  /** The amount is the one that the card showed: the write refuses another one. */
  refund: z.strictObject({
    code: z.string(),
    tickets: z.array(z.uuid()).min(1),
    amountCents: z.int().min(0),
  }),
  reminder: z.strictObject({ event: z.uuid() }),
  pause_mail: z.strictObject({}),
  cart: z.strictObject({ variant: z.uuid(), quantity: z.int().min(1).max(10) }),
}
export type Act = keyof typeof actArguments
export type ActArguments<Name extends Act> = z.output<(typeof actArguments)[Name]>
export const acts = Object.keys(actArguments) as [Act, ...Act[]]

/** The content of a card before it is confirmed. */
export const draftCardSchema = z.object({
  title: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The words of its button: a verb and what it does. */
  confirm: z.string(),
})
export type DraftCard = z.output<typeof draftCardSchema>

/** An act to offer. */
export type Draft = { [Name in Act]: { act: Name; args: ActArguments<Name>; card: DraftCard } }[Act]

const draftSchema = z.object({
  id: z.uuid(),
  act: z.enum(acts),
  card: draftCardSchema,
  state: z.enum(['open', 'over', 'taken', 'done', 'refused', 'dropped']),
  /** Code of why it was refused. */
  refusal: z.string().nullable(),
  /** The token that confirms it; null once it can't be. */
  token: z.string().nullable(),
})
export type OpenDraft = z.output<typeof draftSchema>

/** Describes the result of `read_drafts`. */
export const draftsSchema = z.array(draftSchema)

/** Describes the result of `take_draft`. */
export const takenDraftSchema = z.object({ act: z.enum(acts), args: z.record(z.string(), z.unknown()) })
