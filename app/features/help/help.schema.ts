import * as z from 'zod'
import '#core/form-messages.ts'
import { isOneLine, isPlainText, strangeText } from '#core/plain-text.ts'
import { contactLengths, contactTopicNames } from './help.rules.ts'

const nameMissing = 'Please enter your name'
const emailInvalid = 'Please enter a valid email address'
const orderInvalid = 'Please check the order code, or leave this empty'
const messageMissing = 'Please tell us what this is about'

/** One line that a mail header can hold: no line breaks and no other control characters. */
const line = (missing: string) => z.string(missing).trim().refine(isOneLine, strangeText)

/** Checks what the contact form sends. `website` is invisible: a person leaves it empty, a program fills it in. */
export const contactSchema = z.strictObject({
  topic: z.enum(contactTopicNames, 'Please choose a topic'),
  name: line(nameMissing)
    .min(2, nameMissing)
    .max(contactLengths.name, `Name must be at most ${contactLengths.name} characters`),
  email: line(emailInvalid).toLowerCase().max(contactLengths.email, emailInvalid).pipe(z.email(emailInvalid)),
  order: z
    .string(orderInvalid)
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{6,12}$/, orderInvalid)
    .optional(),
  message: z
    .string(messageMissing)
    .transform((text) => text.replace(/\r\n?/g, '\n').trim())
    .pipe(
      z
        .string()
        .min(10, 'Please write a sentence or two')
        .max(
          contactLengths.message,
          `Please write at most ${contactLengths.message.toLocaleString('en-US')} characters`,
        )
        .refine(isPlainText, strangeText),
    ),
  website: z.string().refine(isOneLine, strangeText).optional(),
})

export type ContactMessage = z.output<typeof contactSchema>
