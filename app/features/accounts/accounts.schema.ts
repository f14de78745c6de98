import '#core/form-messages.ts'
import * as z from 'zod'
import {
  chosenUsernameField,
  confirmPasswordField,
  currentPasswordField,
  displayNameField,
  emailField,
  isRepeated,
  linkTokenSchema,
  loginPasswordField,
  newPasswordField,
  repeatedPassword,
  textField,
  usernameField,
} from '#core/account-fields.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'

/** Parses what people send to sign in and to register, in the browser and on the server. */

/** Names the path to open afterwards; only the form without JavaScript sends it, and `safePath` checks it at its use. */
const redirect = z.string().max(512).refine(isOneLine, strangeText).optional()

/** Signing in with username and password. */
export const loginSchema = z.strictObject({
  username: usernameField.max(100, 'Username must be at most 100 characters'),
  password: loginPasswordField,
  redirect,
})
export type LoginInput = z.output<typeof loginSchema>

const registrationFields = z.strictObject({
  username: chosenUsernameField,
  email: emailField,
  displayName: displayNameField,
  password: newPasswordField,
  redirect,
})

/** The registration form: the call's fields and the password once more. */
export const registerSchema = registrationFields
  .extend({ confirmPassword: confirmPasswordField })
  .refine(isRepeated, repeatedPassword)

/** The registration call: the form's fields without the repeated password, which stays in the browser. */
export const registrationSchema = registrationFields
export type RegistrationInput = z.output<typeof registrationSchema>

/** Parses the form that makes an account out of a guest's order. It has a password only: name and address are the order's. */
export const keepTicketsSchema = z.strictObject({ intent: z.literal('keep'), password: newPasswordField })

/** Parses the request for a link to choose a new password. */
export const resetRequestSchema = z.strictObject({ intent: z.literal('request-link'), email: emailField })

/** Parses the new password that such a link allows to set; the rules are those of registering. */
export const newPasswordSchema = z
  .strictObject({
    intent: z.literal('set-password'),
    token: linkTokenSchema,
    password: newPasswordField,
    confirmPassword: confirmPasswordField,
  })
  .refine(isRepeated, repeatedPassword)
export type NewPasswordInput = z.output<typeof newPasswordSchema>

/** Continuing as a guest and logging out send nothing but, from a plain form, where to go next. */
export const guestSchema = z.strictObject({ redirect })

/** Signing in with an address and a password that the outside identity provider keeps; neither is sent to us. */
export const providerEmailSchema = z.strictObject({ email: emailField, password: loginPasswordField })

/** The ID token of the identity provider; `link` is true when the signed-in person wants to connect it. */
export const firebaseSchema = z.strictObject({
  idToken: z
    .string('An ID token is required')
    .min(1, 'An ID token is required')
    .max(8192, 'The ID token is too long')
    .refine(isOneLine, strangeText),
  link: z.boolean().optional(),
})
export type FirebaseInput = z.output<typeof firebaseSchema>

/** A link of Supabase Auth's own mails, as it is in an address and in that page's form. */
export const confirmSchema = z.object({
  token_hash: z.string().regex(/^[A-Za-z0-9_-]{16,200}$/),
  type: z.enum(['email', 'signup', 'invite', 'magiclink', 'recovery', 'email_change']),
})
export type ConfirmInput = z.output<typeof confirmSchema>

/** A code of an authenticator app, or a recovery code. */
const codeField = textField('Enter the code').trim().min(1, 'Enter the code').max(60, 'Enter the code')

/** The second step of signing in. */
export const secondStepSchema = z.strictObject({
  intent: z.literal('code').optional(),
  code: codeField,
  redirect,
})

const unreadable = 'Please try again'

/** Response of a passkey, as JSON. Supabase Auth checks it. */
const credentialField = z
  .string()
  .max(16_384, unreadable)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue(unreadable)
      return z.NEVER
    }
  })
  .pipe(z.looseObject({ id: z.string(), type: z.literal('public-key') }))

/** Names the challenge that a passkey answered, with the answer. */
const answerShape = { factorId: z.uuid(), challengeId: z.uuid(), credential: credentialField }

/** Asks once more for the link that confirms a second step. */
export const factorMailSchema = z.strictObject({ intent: z.literal('mail') })

/** Says by such a link whether a second step is one's own. */
export const factorAnswerSchema = z.strictObject({
  intent: z.enum(['confirm', 'undo']),
  token: linkTokenSchema,
})

/** Asks for the challenge of a passkey in the second step of signing in. */
export const passkeyChallengeSchema = z.strictObject({ intent: z.literal('challenge') })

/** Takes the second step of signing in with a passkey. */
export const passkeyStepSchema = z.strictObject({ intent: z.literal('passkey'), ...answerShape, redirect })

/** Begins to add a passkey. */
export const newPasskeySchema = z.strictObject({
  intent: z.literal('begin-passkey'),
  name: textField('Give it a name').trim().min(1, 'Give it a name').max(60),
  currentPassword: currentPasswordField,
})

/** Adds a passkey with what the device answered. */
export const finishPasskeySchema = z.strictObject({ intent: z.literal('finish-passkey'), ...answerShape })

/** Removes one app or passkey of several. */
export const removeFactorSchema = z.strictObject({
  intent: z.literal('remove'),
  factorId: z.uuid(),
  currentPassword: currentPasswordField,
})

/** Confirms with the password what is done about the second step. */
export const secondStepPasswordSchema = z.strictObject({
  intent: z.enum(['begin', 'codes', 'end']),
  currentPassword: currentPasswordField,
})

/** Names an authenticator app that waits for its first code. `uri` comes back with the form, because nothing else keeps it. */
export const newAppSchema = z.object({
  factorId: z.uuid(),
  uri: z.string().max(512).startsWith('otpauth://totp/'),
})

/** Sets up an authenticator app with its first code. */
export const finishAppSchema = newAppSchema.extend({ intent: z.literal('finish'), code: codeField })
