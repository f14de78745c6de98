import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence } from '#core/result.ts'
import { safePath } from '#core/safe-path.ts'
import { readMyPeople } from '#features/community/people/people.reads.server.ts'
import { peopleListSchema, relationSchema } from '#features/community/people/people.schema.ts'
import { changeRelation } from '#features/community/people/people.writes.server.ts'
import { MyPeople } from '#features/community/people/ui/my-people.tsx'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { errorResponse } from '#server/api.server.ts'
import { leaveFlash, takeFlash } from '#server/flash.server.ts'
import { readForm } from '#server/form.server.ts'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'People', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store' })

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const show = peopleListSchema.parse(searchParams.get('show'))
  const from = searchParams.get('from')
  const [, list] = await readGuarded(args, requireMember(args), () => readMyPeople(args, show, from))
  return { ...list, show, from, refusal: takeFlash(args, 'people') }
}

/** Takes the forms of every page that follow, block or mute somebody, and goes back to that page. */
export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args)
  const form = await readForm(args.request, relationSchema)
  if (!form.ok) throw errorResponse(422, 'Please choose from the list.')
  const refusal = await changeRelation(args, actor, form.value)
  if (refusal) leaveFlash(args, 'people', refusalSentence(refusal))
  return redirect(safePath(form.value.back, paths.myPeople()), 303)
}

export default function People() {
  return <MyPeople {...useLoaderData<typeof loader>()} />
}
