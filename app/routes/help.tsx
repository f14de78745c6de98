import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readHelp } from '#features/help/help.reads.server.ts'
import { longestFilter } from '#features/help/help.rules.ts'
import { contactSchema } from '#features/help/help.schema.ts'
import { sendContactMessage } from '#features/help/help.writes.server.ts'
import { HelpPage } from '#features/help/ui/help-page.tsx'
import { readForm } from '#server/form.server.ts'
import { visitorsPage } from '#server/visitors-page.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(args.request.url)
  const filter = (searchParams.get('q') ?? '').slice(0, longestFilter).toWellFormed()
  const help = { ...(await readHelp(args)), filter, sent: searchParams.has('sent') }
  // Caches the page itself for visitors; a search or a sent form concerns one person.
  return data(help, { headers: search === '' ? visitorsPage : {} })
}

export const handle = { pageParams: ['q', 'sent'] }

/** Has no guard: anybody may write. Rate limits, and a hidden field for programs, protect it. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request, contactSchema)
  if (!form.ok) return form.reply()
  const refusal = await sendContactMessage(args, form.value)
  return refusal ? form.refuse(refusal) : redirect(`${paths.help({ sent: '' })}#contact`, 303)
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Help',
    description: 'Answers about tickets, refunds, the door and your account, and how to reach us.',
    path: paths.help(),
  })

/** Shows questions, answers and the contact form. */
export default function Help() {
  return <HelpPage {...useLoaderData<typeof loader>()} reply={useActionData<typeof action>() ?? null} />
}
