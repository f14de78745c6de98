import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { type Result, refused } from '#core/result.ts'
import { removeSecondStep } from '#features/accounts/second-step.writes.server.ts'
import { readPerson } from '#features/people/people.reads.server.ts'
import { type PersonStep, personSteps, stepTexts } from '#features/people/people.rules.ts'
import { personStepSchema } from '#features/people/people.schema.ts'
import {
  deleteAccount,
  endSessionsOf,
  keepAccount,
  reinstateAccount,
  sanctionAccount,
  setRole,
  undoMerge,
} from '#features/people/people.writes.server.ts'
import { PersonStepForm } from '#features/people/ui/person-step.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { readForm } from '#server/form.server.ts'
import { proveAgain } from '#server/proof.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

const addressSchema = z.object({ id: z.uuid(), step: z.enum(personSteps) })

function addressOf(params: LoaderFunctionArgs['params']) {
  const address = addressSchema.safeParse(params).data
  if (!address) throw notFound()
  return address
}

export async function loader(args: LoaderFunctionArgs) {
  const guard = requirePermission(args, 'manage_people')
  const { id, step } = await guard.then(() => addressOf(args.params))
  const [, person] = await readGuarded(args, guard, () => readPerson(args, id))
  if (!person?.details) throw notFound()
  const merge = z.uuid().safeParse(new URL(args.request.url).searchParams.get('merge')).data ?? null
  if (step === 'undo-merge' && !merge) throw notFound()
  return { person, account: person.details, step, merge }
}

export async function action(args: ActionFunctionArgs) {
  const actor = await requirePermission(args, 'manage_people')
  const { id, step } = addressOf(args.params)
  const form = await readForm(args.request, personStepSchema)
  if (!form.ok) return form.reply()
  if (form.value.currentPassword) {
    const refusal = await proveAgain(args, actor, form.value.currentPassword)
    if (refusal) return form.refuse(refusal)
  }
  const done = await take(args, id, step, form.value)
  return done.ok ? redirect(paths.userManagementPerson(id, { done: step })) : form.refuse(done.refusal)
}

/** Carries one step out. */
function take(
  args: RequestArgs,
  id: string,
  step: PersonStep,
  { role, term, merge, reason }: z.output<typeof personStepSchema>,
): Promise<Result<unknown>> | Result<unknown> {
  switch (step) {
    case 'role':
      return role ? setRole(args, id, role, reason) : refused('invalid')
    case 'suspend': {
      const until = term && term !== 'open' ? new Date(Date.now() + Number(term) * 86_400_000) : null
      return sanctionAccount(args, id, { kind: 'suspended', reason, until })
    }
    case 'ban':
      return sanctionAccount(args, id, { kind: 'banned', reason, until: null })
    case 'reinstate':
      return reinstateAccount(args, id, reason)
    case 'sign-out':
      return endSessionsOf(args, id, reason)
    case 'second-step':
      return removeSecondStep(args, id, reason)
    case 'delete':
      return deleteAccount(args, id, reason)
    case 'keep':
      return keepAccount(args, id, reason)
    case 'undo-merge':
      return merge ? undoMerge(args, merge, reason) : refused('invalid')
  }
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, { title: loaded ? stepTexts[loaded.step].title : 'Page Not Found', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: (data) =>
    data
      ? [
          { label: data.person.displayName, to: paths.userManagementPerson(data.person.id) },
          { label: stepTexts[data.step].title },
        ]
      : [],
}

/** Asks before something is done to an account. */
export default function PersonStepRoute() {
  const loaded = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={stack[5]}>
      <PageHeader title={stepTexts[loaded.step].title} text={loaded.person.displayName} />
      <PersonStepForm {...loaded} reply={reply} />
    </div>
  )
}
