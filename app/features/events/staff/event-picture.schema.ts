/** Parses what staff send as the picture of an event. */
import * as z from 'zod'
import '#core/form-messages.ts'
import { pictureProblem } from '#core/picture-upload.ts'
import { isOneLine, strangeText } from '#core/plain-text.ts'
import { sentenceOf } from '#core/refusals.ts'
import { focusNames, largestPhotoMegabytes } from './event-picture.rules.ts'

export const eventPictureSchema = z.object({
  /** Left out to keep the picture and change its description. */
  picture: z
    .file({ error: sentenceOf('picture_missing') })
    .superRefine((file, ctx) => {
      const code = pictureProblem(file, largestPhotoMegabytes)
      if (code)
        ctx.addIssue({ code: 'custom', message: sentenceOf(code, { megabytes: largestPhotoMegabytes }) })
    })
    .optional(),
  focus: z.enum(focusNames).default('center'),
  imageAlt: z
    .string({ error: 'Describe the picture' })
    .trim()
    .min(1, 'Describe the picture')
    .max(200, 'Picture description can have at most 200 characters')
    .refine(isOneLine, strangeText),
})
