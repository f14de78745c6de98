import '#core/form-messages.ts'
import * as z from 'zod'
import { permissions } from '#core/permissions.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { roles } from '#core/role-names.ts'
import { doorCapabilities } from '#core/roles.ts'

/** Orders of the list: by name, or by when people joined; `-` begins at the other end. */
export const peopleSorts = ['name', '-name', 'joined', '-joined'] as const

/** States that narrow the list. */
export const peopleStates = ['active', 'suspended', 'banned', 'deleting', 'merged'] as const
export type PeopleState = (typeof peopleStates)[number]

/** Reads the filters of the list of people from its address. Ignores values that are not valid. */
export const peopleQuerySchema = z.object({
  q: z.string().trim().max(80).refine(isOneLine).catch('').default(''),
  sort: z.enum(peopleSorts).catch('name').default('name'),
  role: z.enum(roles).optional().catch(undefined),
  state: z.enum(peopleStates).optional().catch(undefined),
  grant: z
    .enum(['any', ...doorCapabilities])
    .optional()
    .catch(undefined),
  after: z.uuid().optional().catch(undefined),
})
export type PeopleQuery = z.output<typeof peopleQuerySchema>

const key = z
  .string()
  .max(200, 'Please reload the page and try again')
  .refine(isOneLine, 'Please reload the page and try again')
  .optional()

/** A note about a person. */
export const personNoteSchema = z.object({
  text: z
    .string('Write a note first')
    .trim()
    .min(1, 'Write a note first')
    .max(2000, 'A note can have at most 2,000 characters')
    .refine(isPlainText, strangeText),
  idempotencyKey: key,
})

const reason = z
  .string('Please give a reason')
  .trim()
  .min(3, 'Please give a reason')
  .max(500, 'The reason can have at most 500 characters')
  .refine(isPlainText, strangeText)
const currentPassword = z
  .string()
  .max(200, "That's not your password.")
  .refine(isOneLine, strangeText)
  .optional()

/** Days that a suspension lasts; `open` has no end. */
export const suspensionTerms = ['1', '7', '30', '90', 'open'] as const

/** A change to an account: one schema for all steps, of which each shows the fields it needs. */
export const personStepSchema = z.object({
  role: z.enum(permissions.own_account.roles, 'Choose a role').optional(),
  term: z.enum(suspensionTerms, 'Choose how long').optional(),
  /** The merge that is undone. */
  merge: z.uuid('Please reload the page and try again').optional(),
  reason,
  currentPassword,
})

/** Reads which account is merged into this one from the address. */
export const mergeQuerySchema = z.object({
  q: z.string().trim().max(80).refine(isOneLine).catch('').default(''),
  other: z.uuid().nullable().catch(null),
})

/** Confirms a merge that was shown, or that one is undone. */
export const mergeFormSchema = z.object({
  other: z.uuid('Please reload the page and try again'),
  reason,
  currentPassword,
})
