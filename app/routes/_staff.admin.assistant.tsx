import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { readUnanswered } from '#features/assistant/assistant.reads.server.ts'
import { dismissSchema, dropPhrasingSchema, phrasingSchema } from '#features/assistant/assistant.schema.ts'
import { addPhrasing, dismissUnanswered, dropPhrasing } from '#features/assistant/assistant.writes.server.ts'
import { UnansweredView } from '#features/assistant/ui/unanswered-view.tsx'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { touchLink } from '#ui/touch-link.css.ts'

export async function loader(args: LoaderFunctionArgs) {
  const [, setup] = await readGuarded(args, requireStaffPage(args, '/admin/assistant'), () =>
    readUnanswered(args),
  )
  return setup
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/assistant')
  const sent = await readIntent(args.request, {
    add: phrasingSchema,
    dismiss: dismissSchema,
    drop: dropPhrasingSchema,
  })
  if (!sent.form.ok) {
    const refusal = sent.intent === 'add' ? 'Choose what it asks for' : 'Please reload the page and try again'
    return data({ refusal }, { status: 422 })
  }
  const done =
    sent.intent === 'add'
      ? await addPhrasing(args, sent.form.value.question, sent.form.value.means)
      : sent.intent === 'dismiss'
        ? await dismissUnanswered(args, sent.form.value.question)
        : await dropPhrasing(args, sent.form.value.id)
  if (done.ok) return redirect(paths.assistantSetup())
  return data({ refusal: refusalSentence(done.refusal) }, { status: refusalStatus(done.refusal) })
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Assistant', noindex: true })

/** Shows what the guide could not answer, for admins who add what it should understand. */
export default function AssistantSetupRoute() {
  const reply = useActionData<typeof action>()
  return (
    <div className={stack[5]}>
      <PageHeader
        title="Assistant"
        text="Questions the guide could not answer. Nobody’s name is stored with them."
      />
      <Link to={paths.assistantInbox()} className={touchLink}>
        Messages to the team
      </Link>
      <UnansweredView setup={useLoaderData<typeof loader>()} refusal={reply?.refusal ?? null} />
    </div>
  )
}
