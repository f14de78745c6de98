import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { linkTokenSchema } from '#core/account-fields.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { mailPreferencesFormSchema } from '#features/mail/preferences.schema.ts'
import { readMailPreferences, saveMailPreferences } from '#features/mail/preferences.writes.server.ts'
import { MailPreferencesPage } from '#features/mail/ui/mail-preferences.tsx'
import { readForm } from '#server/form.server.ts'
import { readShell } from '#server/shell.server.ts'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { narrow, page, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Email preferences', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

export const handle = { pageParams: ['token', 'done'] }

/** Has no guard: the link proves access to its mailbox. Opening it changes nothing: programs that check mail open links. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url)
  const token = linkTokenSchema.safeParse(searchParams.get('token')).data ?? null
  const [preferences, { brand }] = await Promise.all([
    token ? readMailPreferences(token) : null,
    readShell(args),
  ])
  return {
    token,
    preferences,
    timeZone: brand.timeZone,
    done: z.enum(['save', 'pause', 'resume', 'end']).safeParse(searchParams.get('done')).data ?? null,
  }
}

/** Has no guard: the link proves access to its mailbox. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request, mailPreferencesFormSchema)
  if (!form.ok) return data(null, 422)
  const { token, intent } = form.value
  const isSaved = await saveMailPreferences(args, form.value)
  return redirect(paths.mailPreferences(isSaved ? { token, done: intent } : { token: 'ended' }), 303)
}

const outcomes = {
  save: 'Your email preferences are saved.',
  pause: 'Paused for 30 days. Only essential email until then.',
  resume: 'Your break has ended.',
  end: 'You’re unsubscribed from all of it. Tickets and receipts still come.',
} as const

export default function MailPreferencesRoute() {
  const { token, preferences, timeZone, done } = useLoaderData<typeof loader>()
  return (
    <div className={page}>
      <div className={classNames(narrow, stack[5])}>
        <PageHeader title="Email preferences" />
        {done && preferences && <Banner tone="success" title={outcomes[done]} announce />}
        {token && preferences ? (
          <MailPreferencesPage token={token} preferences={preferences} timeZone={timeZone} />
        ) : (
          <>
            <Banner tone="warning" title="This link has expired." announce>
              Open the link in the newest email from us, or sign in and choose in your settings.
            </Banner>
            <LinkButton to={paths.settings()}>Go to settings</LinkButton>
          </>
        )}
      </div>
    </div>
  )
}
