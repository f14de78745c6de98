import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
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
import { stockFileSchema } from '../inventory.schema.ts'
import type { StockFileProblem } from '../inventory.types.ts'
import { largestStockKilobytes, mostStockLines } from '../stock-file.rules.ts'

/** A line of a file as the preview shows it. */
export type PreviewLine = {
  line: number
  name: string
  place: string
  before: number | null
  after: number | null
  problem: string | null
}

/** Says what a file would do. */
export type StockPreview = {
  lines: PreviewLine[]
  /** Says what confirms it; null where a line has a problem. */
  confirm: { text: string; digest: string } | null
  /** Why the confirmation of an earlier preview was refused. */
  refusal: string | null
}

/** Says why the database can't book a line. */
export const problemTexts: Record<StockFileProblem, string> = {
  unknown_sku: 'No variant has this SKU.',
  unknown_place: 'There is no place with this name.',
  twice: 'Another line is about the same SKU and place.',
  not_there: 'The place has fewer units than this takes away.',
  taken: 'This would leave fewer units than are in carts or sold.',
}

/**
 * Takes a stock file, shows what each of its lines would do, and books all of them once they are confirmed. Works without
 * JavaScript.
 * @param preview of the file that was sent, null for none
 * @param reply what is wrong with the file as a whole
 */
export function StockImportPage({
  preview,
  reply,
}: {
  preview: StockPreview | null
  reply: SubmissionResult | null
}) {
  const sending = useBusy('preview')
  const booking = useBusy('import')
  const [form, fields] = useForm({
    id: 'stock-file',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: stockFileSchema }),
  })
  const problems = preview?.lines.filter(({ problem }) => problem) ?? []
  return (
    <div className={stack[6]}>
      {preview?.refusal && <Banner tone="danger" title={preview.refusal} announce />}
      {preview && (
        <section className={stack[4]} aria-labelledby="preview-title">
          <h2 id="preview-title">Preview</h2>
          <Banner
            tone={problems.length > 0 ? 'danger' : 'info'}
            announce
            title={
              problems.length > 0
                ? `${countLines(problems.length)} ${problems.length === 1 ? 'has a problem' : 'have problems'}. Nothing is saved.`
                : `${countLines(preview.lines.length)} can be saved. Nothing is saved yet.`
            }
          >
            {problems.length > 0 && <p>Fix the file and choose it again.</p>}
          </Banner>
          <Table
            caption="Preview of changes"
            columns={columns}
            rows={preview.lines}
            rowKey={({ line }) => String(line)}
            empty={<EmptyState title="No lines" />}
          />
          {preview.confirm && (
            <Form method="post" encType="multipart/form-data" className={cluster[2]}>
              <input type="hidden" name="intent" value="import" />
              <input type="hidden" name="digest" value={preview.confirm.digest} />
              <textarea name="text" hidden readOnly value={preview.confirm.text} />
              <Button type="submit" busy={booking}>
                Save {countLines(preview.lines.length)}
              </Button>
            </Form>
          )}
        </section>
      )}
      <Card as="section" aria-labelledby="file-title">
        <Form method="post" encType="multipart/form-data" {...getFormProps(form)} className={stack[4]}>
          <h2 id="file-title">{preview ? 'Choose another file' : 'Choose a file'}</h2>
          <input type="hidden" name="intent" value="preview" />
          <FormErrors id={form.errorId} errors={form.errors} />
          <CsvField
            meta={fields.file}
            hint={`Up to ${mostStockLines} lines and ${largestStockKilobytes} kB.`}
          />
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
          The first line names them, in any order: <strong>sku</strong>, <strong>place</strong>, and{' '}
          <strong>counted</strong> (what is there now) or <strong>delta</strong> (units that arrived, or with
          a minus units that were thrown away). <strong>note</strong> and <strong>reason</strong> (count,
          received, damaged) may be left out. A file downloaded from the inventory works once you fill in its
          column Counted and delete the lines you did not count.
        </p>
      </section>
    </div>
  )
}

const countLines = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

const columns: Column<PreviewLine>[] = [
  { key: 'line', header: 'Line', cell: ({ line }) => `Line ${line}` },
  { key: 'name', header: 'Variant', cell: ({ name }) => name || '—' },
  { key: 'place', header: 'Place', cell: ({ place }) => place || '—' },
  { key: 'before', header: 'Now', numeric: true, cell: ({ before }) => before ?? '—' },
  { key: 'after', header: 'Then', numeric: true, cell: ({ after }) => after ?? '—' },
  {
    key: 'problem',
    header: 'Check',
    cell: ({ problem }) => (problem ? <Badge tone="danger">{problem}</Badge> : 'Fine'),
  },
]
