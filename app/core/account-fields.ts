import * as z from 'zod'
import './form-messages.ts'
import { isOneLine, strangeText } from './plain-text.ts'

/** Schemas of the fields that forms about an account share. They run in the browser and on the server. */

const usernameShort = 'Username must be at least 3 characters'
const emailInvalid = 'Please enter a valid email address'
const displayNameShort = 'Display name must be at least 3 characters'
const passwordShort = 'Password must be at least 8 characters'
const loginPasswordShort = 'Password must be at least 6 characters'

/**
 * One line of text without control characters.
 * @param message shown when the field is missing
 */
export function textField(message: string) {
  return z.string(message).refine(isOneLine, strangeText)
}

/** Refuses what bcrypt would cut without an error: it reads 72 bytes of a password. */
function fitsHash(password: string): boolean {
  return new TextEncoder().encode(password).length <= 72
}

/** A username as it is typed to sign in. */
export const usernameField = textField(usernameShort).trim().toLowerCase().min(3, usernameShort)

/** A new username. */
export const chosenUsernameField = usernameField
  .max(30, 'Username must be at most 30 characters')
  .regex(/^[a-z0-9_.]*$/, 'Username may contain letters, numbers, dots and underscores only')

/** A password as it is typed to sign in. */
export const loginPasswordField = z
  .string(loginPasswordShort)
  .min(6, loginPasswordShort)
  .max(1000, 'Password must be at most 1000 characters')
  .refine((value) => value.isWellFormed() && !value.includes('\0'), strangeText)

/** Checks the current password, which a signed-in person enters again. */
export const currentPasswordField = z
  .string('Please enter your password')
  .min(1, 'Please enter your password')
  .max(1000, 'Password must be at most 1000 characters')
  .refine((value) => value.isWellFormed() && !value.includes('\0'), strangeText)

export const emailField = textField(emailInvalid)
  .trim()
  .toLowerCase()
  .max(254, emailInvalid)
  .pipe(z.email(emailInvalid))

export const displayNameField = textField(displayNameShort)
  .trim()
  .min(3, displayNameShort)
  .max(40, 'Display name must be at most 40 characters')

/** A new password. */
export const newPasswordField = z
  .string(passwordShort)
  .min(8, passwordShort)
  .regex(/\p{Lu}/u, 'Password must contain at least one uppercase letter')
  .regex(/\p{Nd}/u, 'Password must contain at least one number')
  .refine(fitsHash, 'Password must be at most 72 characters')
  .refine((value) => value.isWellFormed() && !value.includes('\0'), strangeText)

/** The new password a second time. A form that has it is refined with `isRepeated` and `repeatedPassword`. */
export const confirmPasswordField = z.string(loginPasswordShort).min(6, loginPasswordShort)

const passwordsSchema = z.object({ password: z.string(), confirmPassword: z.string().min(6) })

/** Returns whether both passwords of a form are the same */
export const isRepeated = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword

/** Names the field and the message with which `isRepeated` reports a difference. */
export const repeatedPassword = {
  path: ['confirmPassword'],
  message: 'Passwords do not match',
  // Reported also while other fields are wrong: both passwords are there to compare.
  when: ({ value }: { value: unknown }) => passwordsSchema.safeParse(value).success,
}

/** The token of a link from a mail, as it stands in an address. */
export const linkTokenSchema = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
