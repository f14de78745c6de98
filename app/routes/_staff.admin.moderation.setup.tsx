import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readModerationSetup } from '#features/community/moderation/moderation.reads.server.ts'
import { dropSchema, replySchema, termSchema } from '#features/community/moderation/moderation.schema.ts'
import {
  addModerationTerm,
  dropCannedReply,
  dropModerationTerm,
  saveCannedReply,
} from '#features/community/moderation/moderation.writes.server.ts'
import { SetupPage } from '#features/community/moderation/ui/setup-page.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, setup] = await readGuarded(args, requireStaffPage(args, '/admin/moderation'), () =>
    readModerationSetup(args),
  )
  return setup
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/moderation')
  const sent = await readIntent(args.request, {
    term: termSchema,
    reply: replySchema,
    'drop-term': dropSchema,
    'drop-reply': dropSchema,
  })
  const here = redirect(paths.moderationSetup())
  if (sent.intent === 'term') {
    if (!sent.form.ok) return sent.form.reply()
    const { kind, term } = sent.form.value
    const action = kind === 'brand' ? 'refuse' : sent.form.value.action
    const added = await addModerationTerm(args, { kind, term, action })
    return added.ok ? here : sent.form.refuse(added.refusal)
  }
  if (sent.intent === 'reply') {
    if (!sent.form.ok) return sent.form.reply()
    const saved = await saveCannedReply(args, sent.form.value)
    return saved.ok ? here : sent.form.refuse(saved.refusal)
  }
  if (!sent.form.ok) return sent.form.reply()
  const { id } = sent.form.value
  const dropped = await (sent.intent === 'drop-term'
    ? dropModerationTerm(args, id)
    : dropCannedReply(args, id))
  return dropped.ok ? here : sent.form.refuse(dropped.refusal)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Words and replies', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Words and replies' }] }

/** Shows words and domains that are looked for, and replies to choose from. */
export default function ModerationSetupRoute() {
  const setup = useLoaderData<typeof loader>()
  return (
    <div className={stack[5]}>
      <PageHeader
        title="Words and replies"
        text="What is held back or reported by itself, and reasons you give often."
      />
      <SetupPage
        key={setup.terms.length + setup.replies.length}
        setup={setup}
        reply={useActionData<typeof action>() ?? null}
      />
    </div>
  )
}
