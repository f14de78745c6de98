import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CsvField } from '#ui/csv-field.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FormErrors } from '#ui/field.tsx'
import { useBusy } from '#ui/intent-form.tsx'
import { cluster, stack, text as textStyle } from '#ui/layout.css.ts'
import { type Column, Table } from '#ui/table.tsx'
import { compFileSchema, largestCompKilobytes, mostCompRows } from '../free-tickets.schema.ts'
import type { CompForm } from '../free-tickets.types.ts'
import { QuotaNote } from './issue-form.tsx'

/** A line of a file as the preview shows it. */
export type CompPreviewLine = {
  line: number
  name: string
  email: string
  type: string
  quantity: string
  /** What is wrong, each with its field. */
  problems: string[]
  /** Says that the email is there twice; such a line is issued all the same. */
  note: string | null
}

/** Says what a file would do. */
export type CompFilePreview = {
  lines: CompPreviewLine[]
  places: number
  /** Says what confirms it; null where a line has a problem. */
  confirm: { text: string; key: string } | null
  /** Why the file can't be read, or its confirmation was refused. */
  problem: string | null
}

/**
 * Takes a file of invitations, shows what is wrong with each line, and issues all of them once they are confirmed. Works without
 * JavaScript.
 * @param preview of the file that was sent, null for none
 * @param reply what is wrong with the file as a whole
 */
export function CompImport({
  form: offered,
  preview,
  reply,
}: {
  form: CompForm & { event: NonNullable<CompForm['event']> }
  preview: CompFilePreview | null
  reply: SubmissionResult | null
}) {
  const sending = useBusy('preview')
  const [form, fields] = useForm({
    id: 'comp-file',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: compFileSchema }),
  })
  const action = paths.freeTicketsImport({ event: offered.event.id })
  return (
    <div className={stack[6]}>
      {preview?.problem && <Banner tone="danger" title={preview.problem} announce />}
      {preview && preview.lines.length > 0 && (
        <PreviewTable preview={preview} action={action} event={offered.event.id} />
      )}
      <Card as="section" aria-labelledby="file-title">
        <Form
          method="post"
          encType="multipart/form-data"
          action={action}
          {...getFormProps(form)}
          className={stack[4]}
        >
          <h2 id="file-title">{preview ? 'Choose another file' : offered.event.title}</h2>
          <QuotaNote form={offered} />
          <input type="hidden" name="intent" value="preview" />
          <input type="hidden" name="event" value={offered.event.id} />
          <FormErrors id={form.errorId} errors={form.errors} />
          <CsvField meta={fields.file} hint={`Up to ${mostCompRows} lines and ${largestCompKilobytes} kB.`} />
          <div>
            <Button type="submit" variant={preview ? 'secondary' : 'primary'} busy={sending}>
              Preview
            </Button>
          </div>
        </Form>
      </Card>
      <section className={stack[2]} aria-labelledby="columns-title">
        <h2 id="columns-title">Columns</h2>
        <p className={textStyle.muted}>
          The first line names them, in any order: <strong>name</strong>, <strong>email</strong>,{' '}
          <strong>type</strong> (the name of a ticket type) and <strong>reason</strong> (
          {offered.reasons.map(({ label }) => label).join(', ')}). <strong>quantity</strong> (1 to 10) and{' '}
          <strong>note</strong> may be left out.
        </p>
      </section>
    </div>
  )
}

function PreviewTable({
  preview,
  action,
  event,
}: {
  preview: CompFilePreview
  action: string
  event: string
}) {
  const issuing = useBusy('import')
  const failed = preview.lines.filter(({ problems }) => problems.length > 0).length
  const twice = preview.lines.filter(({ note }) => note).length
  return (
    <section className={stack[4]} aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <Banner
        tone={failed > 0 ? 'danger' : 'info'}
        announce
        title={
          failed > 0
            ? `${countLines(failed)} ${failed === 1 ? 'has a problem' : 'have problems'}. Nothing is sent.`
            : `${countLines(preview.lines.length)}, ${preview.places} tickets. Nothing is sent yet.`
        }
      >
        {twice > 0 && (
          <p>{`${countLines(twice)} with an email that is invited twice. Each gets an invitation.`}</p>
        )}
      </Banner>
      <Table
        caption="Lines of the file"
        columns={columns}
        rows={preview.lines}
        rowKey={({ line }) => String(line)}
        empty={<EmptyState title="No lines" />}
      />
      {preview.confirm && (
        <Form method="post" encType="multipart/form-data" action={action} className={cluster[2]}>
          <input type="hidden" name="intent" value="import" />
          <input type="hidden" name="event" value={event} />
          <input type="hidden" name="key" value={preview.confirm.key} />
          <textarea name="text" hidden readOnly value={preview.confirm.text} />
          <Button type="submit" busy={issuing}>
            {`Send ${preview.lines.length === 1 ? '1 invitation' : `${preview.lines.length} invitations`}`}
          </Button>
        </Form>
      )}
    </section>
  )
}

const countLines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

const columns: Column<CompPreviewLine>[] = [
  { key: 'line', header: 'Line', cell: ({ line }) => `Line ${line}` },
  { key: 'name', header: 'Name', cell: ({ name }) => name || '—' },
  { key: 'email', header: 'Email', cell: ({ email }) => email || '—' },
  { key: 'type', header: 'Ticket type', cell: ({ type }) => type || '—' },
  { key: 'quantity', header: 'Tickets', numeric: true, cell: ({ quantity }) => quantity },
  {
    key: 'problem',
    header: 'Check',
    cell: ({ problems, note }) =>
      problems.length > 0 ? (
        <span className={stack[1]}>
          {problems.map((problem) => (
            <Badge key={problem} tone="danger">
              {problem}
            </Badge>
          ))}
        </span>
      ) : note ? (
        <Badge tone="warning">{note}</Badge>
      ) : (
        'Fine'
      ),
  },
]
