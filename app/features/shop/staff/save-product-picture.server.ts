import { data } from '@remix-run/node'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import type { FormRead } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { isAboutPhoto, storePhoto } from '#server/store-photo.server.ts'
import type { productPhotoSchema } from './product-form.schema.ts'
import { saveProductPicture } from './products.writes.server.ts'

/** The file itself is never sent back. */
const hideFields = ['picture']

/**
 * Makes and stores the files of a posted picture and adds it to a product.
 * @param actor the admin who sends it
 * @returns null when it was added, or the reply that shows what is wrong at its field
 */
export async function addProductPicture(
  args: RequestArgs,
  form: FormRead<typeof productPhotoSchema>,
  actor: Actor,
  product: string,
) {
  const refuse = (refusal: Refusal) => {
    const messages = [refusalSentence(refusal)]
    const shown = isAboutPhoto(refusal) ? { fieldErrors: { picture: messages } } : { formErrors: messages }
    return data(form.submission.reply({ ...shown, hideFields }), { status: refusalStatus(refusal) })
  }
  if (!form.ok) return data(form.submission.reply({ hideFields }), { status: 422 })
  const { picture, focus, imageAlt, value } = form.value
  if (!picture) return refuse({ code: 'picture_missing', facts: {} })
  const stored = await storePhoto(actor, picture, focus, 'all')
  if (!stored.ok) return refuse(stored.refusal)
  const saved = await saveProductPicture(args, product, null, stored.value, imageAlt, value ?? null)
  return saved.ok ? null : refuse(saved.refusal)
}
