import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { newProductSchema } from '../product-form.schema.ts'

/** Takes the name of a new product. @param reply the server's reply to the last try */
export function NewProductForm({ reply }: { reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(newProductSchema, { intent: 'create', reply })
  return (
    <Card>
      <IntentForm form={form} intent="create" action={paths.adminProductNew()}>
        <TextField meta={fields.name} label="Name" autoComplete="off" />
        <div>
          <Button type="submit" busy={busy}>
            Create draft
          </Button>
        </div>
      </IntentForm>
    </Card>
  )
}
