import '#core/form-messages.ts'
import * as z from 'zod'
import {
  confirmPasswordField,
  currentPasswordField,
  emailField,
  isRepeated,
  linkTokenSchema,
  newPasswordField,
  repeatedPassword,
} from '#core/account-fields.ts'

/** Changing the address: the password once more, and the new address. */
export const changeEmailSchema = z.strictObject({
  intent: z.literal('email'),
  email: emailField,
  currentPassword: currentPasswordField,
})
export type ChangeEmailInput = z.output<typeof changeEmailSchema>

/** Changing the password; the rules of the new one are those of registering. */
export const changePasswordSchema = z
  .strictObject({
    intent: z.literal('password'),
    currentPassword: currentPasswordField,
    password: newPasswordField,
    confirmPassword: confirmPasswordField,
  })
  .refine(isRepeated, repeatedPassword)
export type ChangePasswordInput = z.output<typeof changePasswordSchema>

/** Confirming a new address by the link that was mailed to it. */
export const confirmEmailSchema = z.strictObject({
  intent: z.literal('confirm-email'),
  token: linkTokenSchema,
})

/** Ending one session. */
export const endSessionSchema = z.strictObject({ intent: z.literal('end-session'), session: z.uuid() })

/** Asking for the account to be deleted. */
export const deleteAccountSchema = z.strictObject({
  intent: z.literal('delete'),
  currentPassword: currentPasswordField,
})

const ticked = z.literal('on').optional()

/** Parses what others may see of a person, and whether analytics may store them. */
export const privacySchema = z.strictObject({
  intent: z.literal('privacy'),
  cardPublic: ticked,
  badgesPublic: ticked,
  analyticsAllowed: ticked,
})
export type PrivacyInput = z.output<typeof privacySchema>

/** The forms of the settings by their intent; null where nothing is sent with it. */
export const settingsForms = {
  email: changeEmailSchema,
  'confirm-email': confirmEmailSchema,
  password: changePasswordSchema,
  'end-session': endSessionSchema,
  'end-others': null,
  delete: deleteAccountSchema,
  privacy: privacySchema,
  keep: null,
}
