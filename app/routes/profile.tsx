import type { SubmissionResult } from '@conform-to/react'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refusalSentence, refusalStatus } from '#core/result.ts'
import { roleNames } from '#core/role-names.ts'
import { toUser } from '#core/roles.ts'
import { readMyOrders } from '#features/orders/orders.reads.server.ts'
import { OrderHistory } from '#features/orders/ui/order-history.tsx'
import { avatarUpload } from '#features/profile/picture.rules.ts'
import { readProfile } from '#features/profile/profile.reads.server.ts'
import { profileSchema } from '#features/profile/profile.schema.ts'
import { removeAvatar, saveAvatar, saveProfile } from '#features/profile/profile.writes.server.ts'
import { AvatarForm, ProfileForm } from '#features/profile/ui/profile-forms.tsx'
import { readGuarded, requireMember } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { classNames } from '#ui/class-names.ts'
import { cluster, page, split, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Profile', noindex: true })

export const handle = avatarUpload

export const headers = () => ({ 'cache-control': 'private, no-store' })

export async function loader(args: LoaderFunctionArgs) {
  const [actor, [profile, orders]] = await readGuarded(args, requireMember(args), () =>
    Promise.all([readProfile(args), readMyOrders(args)]),
  )
  const saved = new URL(args.request.url).searchParams.has('saved')
  const promotes = actor.grants.some(({ capability }) => capability === 'promoter')
  return { user: toUser(actor), profile, orders, saved, promotes }
}

type Reply = { reply: SubmissionResult | null; picture: string | null }

export async function action(args: ActionFunctionArgs) {
  const actor = await requireMember(args)
  const { intent, form, fields } = await readIntent(
    args.request,
    { save: profileSchema, avatar: null, 'remove-avatar': null },
    'save',
  )
  if (intent === 'remove-avatar') {
    await removeAvatar(actor)
    return redirect(paths.profile({ saved: '' }), 303)
  }
  if (intent === 'avatar') {
    const result = await saveAvatar(actor, fields.get('picture'))
    if (result.ok) return redirect(paths.profile({ saved: '' }), 303)
    return data<Reply>(
      { reply: null, picture: refusalSentence(result.refusal) },
      refusalStatus(result.refusal),
    )
  }
  if (!form.ok) return replyWith(form.reply())
  const refusal = await saveProfile(args, form.value)
  return refusal ? replyWith(form.refuse(refusal)) : redirect(paths.profile({ saved: '' }), 303)
}

function replyWith(reply: { data: SubmissionResult; init: ResponseInit | null }) {
  return data<Reply>({ reply: reply.data, picture: null }, reply.init ?? undefined)
}

export default function Profile() {
  const { user, profile, orders, saved, promotes } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <div className={classNames(page, stack[6])}>
      <PageHeader
        title="Profile"
        text={
          <span className={cluster[2]}>
            {user.displayName}
            {user.username && ` @${user.username}`}
            <Badge tone="accent">{roleNames[user.role].text}</Badge>
          </span>
        }
        actions={
          <>
            {promotes && (
              <LinkButton to={paths.promoter()} variant="secondary">
                Promoter
              </LinkButton>
            )}
            <LinkButton to={paths.myTickets()} variant="secondary">
              My Tickets
            </LinkButton>
            <LinkButton to={paths.settings()} variant="secondary">
              Settings
            </LinkButton>
          </>
        }
      />
      {saved && !sent && <Banner tone="success" title="Your profile is saved." announce />}
      <div className={split}>
        <Card as="section" className={stack[4]}>
          <h2>About you</h2>
          <ProfileForm key={JSON.stringify(profile)} profile={profile} reply={sent?.reply ?? null} />
        </Card>
        <Card as="section" className={stack[4]}>
          <h2>Picture</h2>
          <AvatarForm key={user.avatar} user={user} message={sent?.picture ?? null} />
        </Card>
      </div>
      <section className={stack[4]} id="orders">
        <h2>Orders</h2>
        <OrderHistory orders={orders} />
      </section>
    </div>
  )
}
