import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readMailSample } from '#features/mail/mail.reads.server.ts'
import { WordingForm } from '#features/mail/wordings/ui/wording-form.tsx'
import { readMailWordings } from '#features/mail/wordings/wordings.reads.server.ts'
import { titleOf } from '#features/mail/wordings/wordings.rules.ts'
import { wordingFormSchema } from '#features/mail/wordings/wordings.schema.ts'
import { saveMailWording } from '#features/mail/wordings/wordings.writes.server.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const name = args.params.kind ?? ''
  const [, wordings] = await readGuarded(args, requirePermission(args, 'manage_campaigns'), () =>
    readMailWordings(args, name),
  )
  const [kind] = wordings.kinds
  const preview = kind && (await readMailSample(kind.kind, kind.versions[0] ?? null))
  if (!kind || !preview) throw notFound()
  const { subject, html } = preview
  return { kind, timeZone: wordings.timeZone, now: wordings.now, preview: { subject, html } }
}

export async function action(args: ActionFunctionArgs) {
  await requirePermission(args, 'manage_campaigns')
  const form = await readForm(args.request, wordingFormSchema)
  if (!form.ok) return form.reply()
  const kind = args.params.kind ?? ''
  const saved = await saveMailWording(args, kind, form.value.version, form.value)
  return saved.ok ? redirect(paths.mailWording(kind, { done: 'saved' })) : form.refuse(saved.refusal)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Email wording', noindex: true })

export const handle: StaffHandle = {
  crumbs: () => [{ label: 'Email wording', to: paths.mailWordings() }, { label: 'One email' }],
}

/** Changes the words of one kind of mail. */
export default function MailWordingRoute() {
  const { kind, timeZone, now, preview } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const isDone = useSearchParams()[0].get('done') === 'saved'
  return (
    <div className={stack[5]}>
      <PageHeader title={titleOf(kind.kind)} />
      {isDone && !reply && <Banner tone="success" title="Saved" announce />}
      <WordingForm
        key={`${kind.kind} ${kind.versions[0]?.version}`}
        kind={kind}
        timeZone={timeZone}
        now={now}
        preview={preview}
        reply={reply}
      />
    </div>
  )
}
