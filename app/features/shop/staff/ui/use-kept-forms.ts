import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type FormEvent, useState } from 'react'
import * as z from 'zod'
import { keptValues, type Typed } from '../product-form.rules.ts'
import type { ProductEditor } from '../products.types.ts'

const anyForm = z.looseObject({})

/** The forms of the editor that save a version of the product. */
export type KeptForm = 'product' | 'variants'

/**
 * Keeps what is typed into the forms of a product while another of them is saved, which starts them over.
 * @param saved the form whose save this page answers, and a text that is another one for each save; null after anything else
 * @returns `onInput` of each form, and what a form begins with: null for what is stored
 */
export function useKeptForms(product: ProductEditor, saved: { form: KeptForm; at: string } | null) {
  const [typed, setTyped] = useState<Record<KeptForm, Typed | null>>({ product: null, variants: null })
  const [seen, setSeen] = useState(saved?.at)
  if (saved && saved.at !== seen) {
    setSeen(saved.at)
    setTyped({ ...typed, [saved.form]: null })
  }
  return {
    onInput: (form: KeptForm) => (event: FormEvent<HTMLFormElement>) => {
      const { payload } = parseWithZod(new FormData(event.currentTarget), { schema: anyForm })
      setTyped((before) => ({ ...before, [form]: { values: payload, stored: product } }))
    },
    begin: (form: KeptForm): SubmissionResult | null => {
      const values = keptValues(product, typed[form])
      return values && { initialValue: values }
    },
  }
}
