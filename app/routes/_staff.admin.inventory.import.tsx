import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import type { UploadHandle } from '#core/largest-file.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { type Refusal, refusalSentence, refusalStatus } from '#core/result.ts'
import { previewStockFile } from '#features/shop/staff/inventory.reads.server.ts'
import { confirmStockFileSchema, stockFileSchema } from '#features/shop/staff/inventory.schema.ts'
import { importStockFile } from '#features/shop/staff/inventory.writes.server.ts'
import { readStockFile, stockUpload } from '#features/shop/staff/stock-file.rules.ts'
import { problemTexts, StockImportPage, type StockPreview } from '#features/shop/staff/ui/stock-import.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { requireStaffPage } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await requireStaffPage(args, '/admin/inventory')
  return null
}

/** Shows what a file would do. @param refused why its confirmation was refused */
async function preview(args: RequestArgs, text: string, refused: Refusal | null = null) {
  const { lines, problems } = readStockFile(text)
  const asked = lines.length > 0 ? await previewStockFile(args, lines) : null
  const refusal = asked && !asked.ok ? asked.refusal : refused
  const shown = asked?.ok ? asked.value : { digest: '', lines: [] }
  const preview: StockPreview = {
    lines: [
      ...problems.map(({ line, text: problem }) => ({
        line,
        name: '',
        place: '',
        before: null,
        after: null,
        problem,
      })),
      ...shown.lines.map(({ line, product, sku, place, before, after, problem }) => ({
        line,
        name: product ? `${product} (${sku})` : sku,
        place,
        before: problem?.startsWith('unknown') ? null : before,
        after: problem?.startsWith('unknown') ? null : after,
        problem: problem && problemTexts[problem],
      })),
    ].sort((a, b) => a.line - b.line),
    confirm:
      problems.length === 0 && asked?.ok && shown.lines.every(({ problem }) => problem === null)
        ? { text, digest: shown.digest }
        : null,
    refusal: refusal && refusalSentence(refusal),
  }
  const status = refusal ? refusalStatus(refusal) : preview.confirm ? 200 : 422
  return data({ preview, reply: null }, { status })
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/inventory')
  const sent = await readIntent(args.request, { preview: stockFileSchema, import: confirmStockFileSchema })
  if (!sent.form.ok) {
    const reply = sent.form.submission.reply({ hideFields: ['file'] })
    return data({ preview: null, reply }, { status: 422 })
  }
  if (sent.intent === 'preview') return preview(args, await sent.form.value.file.text())
  const { text, digest } = sent.form.value
  const { lines, problems } = readStockFile(text)
  if (problems.length > 0 || lines.length === 0) return preview(args, text)
  const booked = await importStockFile(args, lines, digest)
  return booked.ok
    ? redirect(paths.adminInventory({ imported: String(booked.value.changed) }))
    : preview(args, text, booked.refusal)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Import stock', noindex: true })

export const handle: StaffHandle & UploadHandle = { crumbs: () => [{ label: 'Import' }], ...stockUpload }

/** Books counts and deliveries from a file, after a preview. */
export default function ImportStockRoute() {
  const result = useActionData<typeof action>()
  return (
    <div>
      <PageHeader title="Import stock" text="All lines of a file are saved together, or none." />
      <StockImportPage preview={result?.preview ?? null} reply={result?.reply ?? null} />
    </div>
  )
}
