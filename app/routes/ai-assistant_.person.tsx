import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readHandOver } from '#features/assistant/hand-over.reads.server.ts'
import { askPersonSchema } from '#features/assistant/hand-over.schema.ts'
import { askPerson } from '#features/assistant/hand-over.writes.server.ts'
import { HandOverForm } from '#features/assistant/ui/hand-over-form.tsx'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import { Banner } from '#ui/banner.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { touchLink } from '#ui/touch-link.css.ts'

export const handle = { pageParams: ['done'] }

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Write to our team', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store' })

export async function loader(args: LoaderFunctionArgs) {
  const [, shown] = await readGuarded(args, requireMember(args), () => readHandOver(args))
  return { shown, isSent: new URL(args.request.url).searchParams.has('done') }
}

export async function action(args: ActionFunctionArgs) {
  await requireMember(args)
  const form = await readForm(args.request, askPersonSchema)
  if (!form.ok) return form.reply()
  const asked = await askPerson(args, form.value.message, form.value.conversation ?? null)
  return asked.ok ? redirect(paths.askPerson({ done: '' })) : form.refuse(asked.refusal)
}

/** Takes a message for a person of the team, who answers by mail. */
export default function AskPersonRoute() {
  const { shown, isSent } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader
          title="Write to our team"
          text={isSent ? undefined : 'A person reads this and answers by email.'}
        />
        {isSent ? (
          <Banner tone="success" title="We got your message" announce>
            <p>We answer to {shown.email ?? 'the address of your account'}.</p>
          </Banner>
        ) : (
          <HandOverForm shown={shown} reply={reply} />
        )}
        <Link to={paths.aiAssistant()} className={touchLink}>
          Back to the assistant
        </Link>
      </div>
    </div>
  )
}
