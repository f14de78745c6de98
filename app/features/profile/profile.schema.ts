import '#core/form-messages.ts'
import * as z from 'zod'
import { chosenUsernameField, displayNameField, textField } from '#core/account-fields.ts'
import { isPlainText, strangeText } from '#core/plain-text.ts'

/** The editable fields of a profile; an empty field is empty text. Name and username follow the rules of registering. */
export const profileSchema = z.strictObject({
  intent: z.literal('save'),
  displayName: displayNameField,
  username: chosenUsernameField,
  bio: z
    .string()
    .trim()
    .max(160, 'Bio must be at most 160 characters')
    .refine(isPlainText, strangeText)
    .default(''),
  city: textField('Please enter your city').trim().max(80, 'City must be at most 80 characters').default(''),
})
export type ProfileInput = z.output<typeof profileSchema>
