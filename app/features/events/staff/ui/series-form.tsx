import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation, useSearchParams } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { FormErrors, TextareaField, TextField } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { seriesFormSchema } from '../staff-events.schema.ts'
import type { StaffEventList } from '../staff-events.types.ts'
import * as css from './publish-tab.css.ts'

/**
 * Edits the name and the description of the series whose dates the list shows. Posts to the list's own address.
 * @param reply the server's reply to the last try
 */
export function SeriesForm({
  series,
  reply,
}: {
  series: StaffEventList['series'][number]
  reply: SubmissionResult | null
}) {
  const busy = useNavigation().state === 'submitting'
  const isSaved = useSearchParams()[0].get('done') === 'series' && !reply
  const [form, fields] = useForm({
    id: 'series',
    lastResult: reply,
    defaultValue: { name: series.name, description: series.description },
    constraint: getZodConstraint(seriesFormSchema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: seriesFormSchema }),
  })
  return (
    <>
      {isSaved && <Banner tone="success" title="Series saved" announce />}
      <details className={css.fold} open={reply !== null}>
        <summary className={css.summary}>
          Edit “{series.name}”
          <ChevronDown size={20} className={css.chevron} aria-hidden="true" />
        </summary>
        <div className={css.folded}>
          <Form method="post" {...getFormProps(form)} className={stack[4]}>
            <FormErrors id={form.errorId} errors={form.errors} />
            <TextField
              meta={fields.name}
              label="Name"
              hint="All dates of the series show it."
              autoComplete="off"
            />
            <TextareaField
              meta={fields.description}
              label="Description"
              optional
              rows={3}
              hint="Shown on the pages of its dates, above the other dates."
            />
            <div>
              <Button type="submit" variant="secondary" busy={busy}>
                Save series
              </Button>
            </div>
          </Form>
        </div>
      </details>
    </>
  )
}
