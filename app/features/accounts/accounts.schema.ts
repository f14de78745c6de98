import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'

/** What people send to sign in and to register. The same schemas run in the browser and on the server. */

const usernameShort = 'Username must be at least 3 characters'
const emailInvalid = 'Please enter a valid email address'
const displayNameShort = 'Display name must be at least 3 characters'
const passwordShort = 'Password must be at least 8 characters'
const loginPasswordShort = 'Password must be at least 6 characters'

function text(message: string) {
  return z.string(message).refine(isOneLine, strangeText)
}

/** bcrypt reads 72 bytes of a password; a longer one would be cut silently, so it is refused. */
function fitsHash(password: string): boolean {
  return new TextEncoder().encode(password).length <= 72
}

/** Where to go afterwards; only the plain form carries it, and it is made safe where it is used. */
const redirect = z.string().max(512).refine(isOneLine, strangeText).optional()

const username = text(usernameShort).trim().toLowerCase().min(3, usernameShort)

const loginPassword = z
  .string(loginPasswordShort)
  .min(6, loginPasswordShort)
  .max(1000, 'Password must be at most 1000 characters')
  .refine((value) => value.isWellFormed() && !value.includes('\0'), strangeText)

/** Signing in with username and password. */
export const loginSchema = z.strictObject({
  username: username.max(100, 'Username must be at most 100 characters'),
  password: loginPassword,
  redirect,
})
export type LoginInput = z.output<typeof loginSchema>

const email = text(emailInvalid).trim().toLowerCase().max(254, emailInvalid).pipe(z.email(emailInvalid))

const displayName = text(displayNameShort)
  .trim()
  .min(3, displayNameShort)
  .max(40, 'Display name must be at most 40 characters')

const chosenUsername = username
  .max(30, 'Username must be at most 30 characters')
  .regex(/^[a-z0-9_.]*$/, 'Username may contain letters, numbers, dots and underscores only')

const newPassword = z
  .string(passwordShort)
  .min(8, passwordShort)
  .regex(/\p{Lu}/u, 'Password must contain at least one uppercase letter')
  .regex(/\p{Nd}/u, 'Password must contain at least one number')
  .refine(fitsHash, 'Password must be at most 72 characters')
  .refine((value) => value.isWellFormed() && !value.includes('\0'), strangeText)

const confirmPassword = z.string(loginPasswordShort).min(6, loginPasswordShort)

const registrationFields = z.strictObject({
  username: chosenUsername,
  email,
  displayName,
  password: newPassword,
  redirect,
})

const passwordsSchema = z.object({ password: z.string(), confirmPassword: z.string().min(6) })

const matching = {
  path: ['confirmPassword'],
  message: 'Passwords do not match',
  // Say it also while other fields are still wrong: both passwords are there to compare.
  when: ({ value }: { value: unknown }) => passwordsSchema.safeParse(value).success,
}
const isRepeated = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword

/** The registration form: the call's fields and the password once more. */
export const registerSchema = registrationFields.extend({ confirmPassword }).refine(isRepeated, matching)

/** The registration call: the form's fields without the repeated password, which stays in the browser. */
export const registrationSchema = registrationFields
export type RegistrationInput = z.output<typeof registrationSchema>

/** Making an account out of a guest's order: name and address are the order's, so nothing but a password is asked. */
export const keepTicketsSchema = z.strictObject({ intent: z.literal('keep'), password: newPassword })

/** Asking for a link to choose a new password. */
export const resetRequestSchema = z.strictObject({ intent: z.literal('ask'), email })

/** The token of a link from a mail, as it stands in an address. */
export const linkTokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/)

/** Choosing a new password by that link; the rules are those of registering. */
export const newPasswordSchema = z
  .strictObject({
    intent: z.literal('choose'),
    token: linkTokenSchema,
    password: newPassword,
    confirmPassword,
  })
  .refine(isRepeated, matching)
export type NewPasswordInput = z.output<typeof newPasswordSchema>

/** Continuing as a guest and logging out send nothing but, from a plain form, where to go next. */
export const guestSchema = z.strictObject({ redirect })

/** Signing in with an address and a password that the outside identity provider keeps; neither is sent to us. */
export const providerEmailSchema = z.strictObject({ email, password: loginPassword })

/** The ID token of the identity provider; `link` says that the person signed in here wants to connect it. */
export const firebaseSchema = z.strictObject({
  idToken: z
    .string('An ID token is required')
    .min(1, 'An ID token is required')
    .max(8192, 'The ID token is too long')
    .refine(isOneLine, strangeText),
  link: z.boolean().optional(),
})
export type FirebaseInput = z.output<typeof firebaseSchema>

/** A link of Supabase Auth's own mails, as it stands in an address and in the form behind it. */
export const confirmSchema = z.object({
  token_hash: z.string().regex(/^[A-Za-z0-9_-]{16,200}$/),
  type: z.enum(['email', 'signup', 'invite', 'magiclink', 'recovery', 'email_change']),
})
export type ConfirmInput = z.output<typeof confirmSchema>

/** What somebody says about themselves; an empty field is empty text. Name and username follow the rules of registering. */
export const profileSchema = z.strictObject({
  intent: z.literal('save'),
  displayName,
  username: chosenUsername,
  bio: z
    .string()
    .trim()
    .max(160, 'Bio must be at most 160 characters')
    .refine(isPlainText, strangeText)
    .default(''),
  city: text('Please enter your city').trim().max(80, 'City must be at most 80 characters').default(''),
})
export type ProfileInput = z.output<typeof profileSchema>

const currentPassword = z
  .string('Please enter your password')
  .min(1, 'Please enter your password')
  .max(1000, 'Password must be at most 1000 characters')
  .refine((value) => value.isWellFormed() && !value.includes('\0'), strangeText)

/** Changing the address: the password once more, and the new address. */
export const changeEmailSchema = z.strictObject({ intent: z.literal('email'), email, currentPassword })
export type ChangeEmailInput = z.output<typeof changeEmailSchema>

/** Changing the password; the rules of the new one are those of registering. */
export const changePasswordSchema = z
  .strictObject({ intent: z.literal('password'), currentPassword, password: newPassword, confirmPassword })
  .refine(isRepeated, matching)
export type ChangePasswordInput = z.output<typeof changePasswordSchema>

/** Confirming a new address by the link that was mailed to it. */
export const confirmEmailSchema = z.strictObject({
  intent: z.literal('confirm-email'),
  token: linkTokenSchema,
})

/** Ending one session. */
export const endSessionSchema = z.strictObject({ intent: z.literal('end-session'), session: z.uuid() })

/** Asking for the account to be deleted. */
export const deleteAccountSchema = z.strictObject({ intent: z.literal('delete'), currentPassword })
