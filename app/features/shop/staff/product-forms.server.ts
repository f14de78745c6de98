import { type ActionFunctionArgs, data, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import type { Actor } from '#core/roles.ts'
import type { IntentRead } from '#server/form.server.ts'
import type { productForms } from './product-form.schema.ts'
import type { productNotes } from './product-notes.ts'
import {
  moveProductPicture,
  saveProduct,
  saveProductPicture,
  saveVariants,
  setProductStatus,
} from './products.writes.server.ts'
import { addProductPicture } from './save-product-picture.server.ts'
import type { EditorReply } from './ui/product-editor.tsx'

type Reply = { data: NonNullable<EditorReply>['result']; init: ResponseInit | null }

/** Saves a part of a product: its words, its variants, a picture or its state. */
export async function takeProductForm(
  args: ActionFunctionArgs,
  actor: Actor,
  id: string,
  sent: IntentRead<typeof productForms>,
) {
  const reply = (to: string, { data: result, init }: Reply) =>
    data({ reply: { to, result }, refusal: null }, init ?? undefined)
  const refuse = (refusal: Refusal) =>
    data({ reply: null, refusal: refusalSentence(refusal) }, { status: refusalStatus(refusal) })
  const done = (what: keyof typeof productNotes) => redirect(paths.adminProduct(id, { done: what }))
  switch (sent.intent) {
    case 'save': {
      if (!sent.form.ok) return reply('save', sent.form.reply())
      const saved = await saveProduct(args, id, sent.form.value)
      return saved.ok ? done('product') : reply('save', sent.form.refuse(saved.refusal))
    }
    case 'variants': {
      if (!sent.form.ok) return reply('variants', sent.form.reply())
      const saved = await saveVariants(args, id, sent.form.value)
      return saved.ok ? done('variants') : reply('variants', sent.form.refuse(saved.refusal))
    }
    case 'picture': {
      const added = await addProductPicture(args, sent.form, actor, id)
      return added === null ? done('picture') : reply('picture', added)
    }
    case 'picture-alt': {
      const to = `picture-alt ${String(sent.fields.get('picture'))}`
      if (!sent.form.ok) return reply(to, sent.form.reply())
      const { picture, imageAlt, value } = sent.form.value
      const saved = await saveProductPicture(args, id, picture, null, imageAlt, value ?? null)
      return saved.ok ? done('picture') : reply(to, sent.form.refuse(saved.refusal))
    }
    case 'picture-move': {
      if (!sent.form.ok) return refuse({ code: 'invalid', facts: {} })
      const moved = await moveProductPicture(args, id, sent.form.value)
      return moved.ok ? done('picture') : refuse(moved.refusal)
    }
    case 'status': {
      if (!sent.form.ok) return refuse({ code: 'invalid', facts: {} })
      const { version, status } = sent.form.value
      const set = await setProductStatus(args, id, version, status)
      return set.ok ? done(status) : refuse(set.refusal)
    }
  }
}
