import { randomUUID } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { isRouteErrorResponse, useActionData, useLoaderData, useRouteError } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { previewSaleChange } from '#features/orders/capacity/capacity.reads.server.ts'
import {
  confirmSaleChangeSchema,
  saleChangeKinds,
  saleChangeSchema,
} from '#features/orders/capacity/capacity.schema.ts'
import { changeSale } from '#features/orders/capacity/capacity.writes.server.ts'
import { askedFields, changeTitle, subjectOf } from '#features/orders/capacity/sale-change.rules.ts'
import { SaleChangePage, UnsentChange } from '#features/orders/capacity/ui/sale-change.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { narrow } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

const kindSchema = z.enum(saleChangeKinds)

/** Reads what the address asks for: the event, and the fields of the change. */
function readAddress(args: LoaderFunctionArgs) {
  const kind = kindSchema.safeParse(args.params.change).data
  const query = new URL(args.request.url).searchParams
  const event = z.uuid().safeParse(query.get('event')).data
  if (!kind || !event) throw notFound()
  const fields = Object.fromEntries([...query].filter(([name]) => name !== 'event'))
  return { kind, event, fields }
}

export async function loader(args: LoaderFunctionArgs) {
  const guard = requirePermission(args, 'change_capacity')
  const [, read] = await readGuarded(args, guard, async () => {
    const { kind, event, fields } = readAddress(args)
    const [first] = askedFields(kind)
    const isFilled = first === undefined || Object.hasOwn(fields, first)
    const form = new URLSearchParams({ ...fields, kind })
    const submission = isFilled ? parseWithZod(form, { schema: saleChangeSchema }) : null
    const change = submission?.status === 'success' ? submission.value : null
    const errors = submission?.status === 'error' ? (submission.error ?? {}) : {}
    const asked = await previewSaleChange(args, event, change)
    // a change that is refused still shows the sale as it is
    const shown = asked.ok || change === null ? asked : await previewSaleChange(args, event, null)
    if (!shown.ok) throw notFound()
    return {
      kind,
      event,
      fields,
      errors,
      preview: shown.value,
      refusal: asked.ok ? null : refusalSentence(asked.refusal),
    }
  })
  if (!read.preview || subjectOf(read.kind, read.fields, read.preview) === null) throw notFound()
  return { ...read, preview: read.preview, idempotencyKey: randomUUID() }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'change_capacity')
  const { kind, event } = readAddress(args)
  const form = await readForm(args.request, confirmSaleChangeSchema)
  if (!form.ok) {
    const [message = ''] = Object.values(form.reply().data.error ?? {}).flatMap((messages) => messages ?? [])
    return data({ refusal: message }, { status: 422 })
  }
  const { change, version, idempotencyKey } = form.value
  const key = readIdempotencyKey(args.request, idempotencyKey) ?? idempotencyKey
  const changed = await changeSale(args, event, change, version, key)
  if (changed.ok) throw redirect(paths.capacity({ event, done: kind }))
  return data({ refusal: refusalSentence(changed.refusal) }, { status: refusalStatus(changed.refusal) })
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, {
    title: loaded
      ? changeTitle(loaded.kind, subjectOf(loaded.kind, loaded.fields, loaded.preview) ?? '')
      : 'Page Not Found',
    noindex: true,
  })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) =>
    data
      ? [
          { label: data.preview.event.title, to: paths.capacity({ event: data.event }) },
          { label: changeTitle(data.kind, '').trim() },
        ]
      : [],
}

/** Says what a change of a running sale would do, and asks before it is done. */
export default function ChangeSalePage() {
  const { kind, fields, preview, ...rest } = useLoaderData<typeof loader>()
  const done = useActionData<typeof action>()
  const subject = subjectOf(kind, fields, preview) ?? ''
  return (
    <div className={narrow}>
      <PageHeader eyebrow={preview.event.title} title={changeTitle(kind, subject)} />
      <SaleChangePage
        {...rest}
        kind={kind}
        fields={fields}
        preview={preview}
        refusal={done?.refusal ?? rest.refusal}
      />
    </div>
  )
}

/** Keeps the page when a confirmation could not be sent; other errors are the site's. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) || !(error instanceof TypeError)) throw error
  return (
    <div className={narrow}>
      <UnsentChange />
    </div>
  )
}
