import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { continueAsGuest } from '#features/accounts/accounts.writes.server.ts'
import { enrollSchema } from '#features/door/devices/devices.schema.ts'
import { enrollDevice } from '#features/door/devices/devices.writes.server.ts'
import { type Enrolled, EnrollPage } from '#features/door/devices/ui/enroll-page.tsx'
import { readActor } from '#server/actor.server.ts'
import { readForm } from '#server/form.server.ts'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import type { ShellHandle } from '#ui/shell/page-shell.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Use this phone as a scanner', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })

export const handle: ShellHandle = { shell: 'bare' }

/** Reads what this phone is at a door. Changes nothing: programs open links before people do. */
export async function loader(args: LoaderFunctionArgs) {
  const actor = await readActor(args)
  const device = actor?.devices.find(({ endsAt }) => new Date(endsAt) > new Date())
  return { device: device ?? null }
}

/** Enrolls this phone. Has no guard: the code is the right to do so; a phone without a session becomes a guest. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request, enrollSchema)
  if (!form.ok) return data<Enrolled>({ refusal: 'Open the code again.' }, 422)
  const actor = await continueAsGuest(args)
  const enrolled = actor.ok ? await enrollDevice(args, form.value) : actor
  if (enrolled.ok) return data<Enrolled>({ enrolled: enrolled.value })
  return data<Enrolled>({ refusal: refusalSentence(enrolled.refusal) }, refusalStatus(enrolled.refusal))
}

export default function EnrollRoute() {
  const { device } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title="Use this phone as a scanner" />
        <EnrollPage device={device} sent={sent ?? null} />
      </div>
    </div>
  )
}
