import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormErrors, TextField } from '#ui/field.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { Table } from '#ui/table.tsx'
import { endGrantsSchema } from '../grants.schema.ts'
import type { StaffGrant } from '../grants.types.ts'
import { grantColumns } from './grant-list.tsx'

/** Shows which grants would end, and asks before they do. */
export function EndGrants({
  grants,
  timeZone,
  reply,
}: {
  grants: StaffGrant[]
  timeZone: string
  reply: SubmissionResult | null
}) {
  const busy = useNavigation().state === 'submitting'
  const [form, fields] = useForm({
    id: 'end-grants',
    lastResult: reply,
    constraint: getZodConstraint(endGrantsSchema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: endGrantsSchema }),
    shouldRevalidate: 'onInput',
  })
  const back = (
    <LinkButton to={paths.staffGrants()} variant="secondary">
      Back to grants
    </LinkButton>
  )
  if (grants.length === 0) {
    return <EmptyState title="Nothing to end" text="None of these grants is active anymore." action={back} />
  }
  const count = grants.length === 1 ? '1 grant' : `${grants.length} grants`
  return (
    <Form method="post" {...getFormProps(form)} className={stack[5]}>
      <p data-testid="preview">
        {count} will end right away. These people lose this access but keep their accounts.
      </p>
      <FormErrors id={form.errorId} errors={form.errors} />
      {grants.map(({ id }) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <Table
        caption="Grants to end"
        columns={grantColumns(timeZone)}
        rows={grants}
        rowKey={({ id }) => id}
        empty={null}
      />
      <TextField meta={fields.reason} label="Reason" hint="For the audit log." autoComplete="off" optional />
      <div className={cluster[3]}>
        <Button type="submit" variant="danger" busy={busy}>
          End {count}
        </Button>
        {back}
      </div>
    </Form>
  )
}
