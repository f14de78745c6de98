import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readCase } from '#features/community/moderation/moderation.reads.server.ts'
import { closeSchema, noteSchema, removeSchema } from '#features/community/moderation/moderation.schema.ts'
import {
  addModeratorNote,
  claimCase,
  decideCase,
  releaseCase,
} from '#features/community/moderation/moderation.writes.server.ts'
import { CasePage } from '#features/community/moderation/ui/case-page.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readIntent } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, found] = await readGuarded(args, requireStaffPage(args, '/admin/moderation'), () =>
    readCase(args, args.params.id ?? ''),
  )
  if (!found) throw notFound()
  return found
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/moderation')
  const id = args.params.id ?? ''
  const here = redirect(paths.moderationCase(id))
  const sent = await readIntent(args.request, {
    claim: closeSchema,
    release: closeSchema,
    keep: closeSchema,
    dismiss: closeSchema,
    remove: removeSchema,
    note: noteSchema,
  })
  if (sent.intent === 'note') {
    if (!sent.form.ok) return sent.form.reply()
    const found = await readCase(args, id)
    if (!found?.person) throw notFound()
    const noted = await addModeratorNote(args, found.person.id, sent.form.value.text)
    return noted.ok ? here : sent.form.refuse(noted.refusal)
  }
  if (sent.intent === 'remove') {
    if (!sent.form.ok) return sent.form.reply()
    const { version, rule, sanction } = sent.form.value
    const reason = sent.form.value.reason || sent.form.value.reply || ''
    const removed = await decideCase(args, id, version, { kind: 'remove', rule, reason, sanction })
    return removed.ok ? here : sent.form.refuse(removed.refusal)
  }
  if (!sent.form.ok) return sent.form.reply()
  const { version } = sent.form.value
  const done =
    sent.intent === 'claim'
      ? await claimCase(args, id)
      : sent.intent === 'release'
        ? await releaseCase(args, id)
        : await decideCase(args, id, version, { kind: sent.intent })
  return done.ok ? here : sent.form.refuse(done.refusal)
}

/** Reads the case again after a refusal too: somebody else claimed, changed or decided it. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 409 || defaultShouldRevalidate

const authorName = ({ author }: { author: string | null }) => author ?? 'a former member'

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? `Case: ${authorName(loaded)}` : 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) => (data ? [{ label: authorName(data) }] : []),
}

/** Shows one case, and takes what a moderator does with it. */
export default function ModerationCaseRoute() {
  const found = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const what = found.isComment ? 'comment' : 'post'
  return (
    <div className={stack[5]}>
      <PageHeader
        title={`A ${what} by ${authorName(found)}`}
        text={found.decidedAt ? 'Decided' : `${found.open} open`}
      />
      <CasePage found={found} reply={reply} />
    </div>
  )
}
