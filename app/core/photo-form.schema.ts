/** Parses the form of a photograph that staff send: the file, the part to keep in view, and what it shows. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { focusNames, largestPhotoMegabytes } from './picture-focus.ts'
import { pictureField } from './picture-upload.ts'
import { isOneLine, strangeText } from './plain-text.ts'

export const photoFormSchema = z.object({
  /** Left out to keep the picture and change its description. */
  picture: pictureField(largestPhotoMegabytes).optional(),
  focus: z.enum(focusNames).default('center'),
  imageAlt: z
    .string({ error: 'Describe the picture' })
    .trim()
    .min(1, 'Describe the picture')
    .max(200, 'Picture description can have at most 200 characters')
    .refine(isOneLine, strangeText),
})
