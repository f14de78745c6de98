import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { draftOf, draftOfForm, readDraft, takeStep } from '#features/mail/audiences/audience-draft.rules.ts'
import {
  countAudience,
  readAudience,
  readAudienceChoices,
} from '#features/mail/audiences/audiences.reads.server.ts'
import { audienceFormSchema } from '#features/mail/audiences/audiences.schema.ts'
import { deleteAudience, saveAudience } from '#features/mail/audiences/audiences.writes.server.ts'
import { type AudienceAnswer, AudienceEditor } from '#features/mail/audiences/ui/audience-editor.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { Button } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

const page = '/email-management/audiences'

export async function loader(args: LoaderFunctionArgs) {
  const id = args.params.id ?? ''
  const [, [saved, choices]] = await readGuarded(args, requireStaffPage(args, page), () =>
    Promise.all([id === 'new' ? null : readAudience(args, id), readAudienceChoices(args)]),
  )
  if (id !== 'new' && !saved) throw notFound()
  const audience = saved?.definition ?? { match: 'all', conditions: [] }
  const counted = await countAudience(args, audience)
  const start: AudienceAnswer = {
    draft: draftOf(audience),
    name: saved?.name ?? '',
    problems: {},
    refusal: null,
    count: counted.ok ? counted.value : null,
  }
  return { start, choices, version: saved?.version ?? null }
}

/** Answers a step of the form: what was built afterwards, counted as far as it can be. */
async function answer(args: RequestArgs, form: FormData, step: string) {
  const draft = takeStep(draftOfForm(form), step)
  const { audience, problems } = readDraft(draft)
  const counted = await countAudience(args, audience)
  const built: AudienceAnswer = {
    draft,
    name: String(form.get('name') ?? '').slice(0, 80),
    // A condition that was just added is not wrong yet.
    problems: step === 'save' ? problems : {},
    refusal: counted.ok ? null : refusalSentence(counted.refusal),
    count: counted.ok ? counted.value : null,
  }
  return { audience, problems, built }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, page)
  const form = await args.request.formData()
  const step = String(form.get('step') ?? 'save')
  const id = args.params.id === 'new' ? null : (args.params.id ?? null)
  if (step === 'delete' && id) {
    const deleted = await deleteAudience(args, id)
    return deleted.ok ? redirect(paths.audiences()) : data(null, refusalStatus(deleted.refusal))
  }
  const { audience, problems, built } = await answer(args, form, step)
  if (step !== 'save') return data(built)
  if (built.name.trim() === '') return data({ ...built, refusal: 'Enter a name' }, { status: 422 })
  if (Object.keys(problems).length > 0) return data(built, { status: 422 })
  const version = audienceFormSchema.safeParse(Object.fromEntries(form)).data?.version ?? null
  const saved = await saveAudience(args, { id, name: built.name, definition: audience, version })
  if (!saved.ok)
    return data({ ...built, refusal: refusalSentence(saved.refusal) }, refusalStatus(saved.refusal))
  return redirect(paths.audiences())
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Audience', noindex: true })

export const handle: StaffHandle = {
  crumbs: () => [{ label: 'Audiences', to: paths.audiences() }, { label: 'Audience' }],
}

/** Builds an audience, or changes a saved one. */
export default function AudienceRoute() {
  const { start, choices, version } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  return (
    <div className={stack[5]}>
      <PageHeader
        title={start.name || 'New audience'}
        actions={
          version !== null && (
            <Form method="post">
              <Button type="submit" name="step" value="delete" variant="secondary">
                Delete audience
              </Button>
            </Form>
          )
        }
      />
      <AudienceEditor start={answered ?? start} version={version} choices={choices} />
    </div>
  )
}
