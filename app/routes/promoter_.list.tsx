import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { linkTokenSchema } from '#core/account-fields.ts'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { refused } from '#core/result.ts'
import { addNamesSchema } from '#features/sharing/promoters/promoters.schema.ts'
import { addGuestsByLink, readPromoterByLink } from '#features/sharing/promoters/promoters.writes.server.ts'
import { sharedEvents } from '#features/sharing/promoters/shared-events.server.ts'
import { PromoterEvents } from '#features/sharing/promoters/ui/promoter-page.tsx'
import { readForm } from '#server/form.server.ts'
import { classNames } from '#ui/class-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { page as pageWidth, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Promoter', noindex: true })

export const headers = () => ({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })

/** Reads the event that a promoter's personal link is for. It needs no account: the link is the key, until the event ends. */
export async function loader(args: LoaderFunctionArgs) {
  const token = tokenOf(args.request)
  const page = token ? await readPromoterByLink(token) : null
  return { page, events: page ? sharedEvents(page) : [], token: token ?? '', idempotencyKey: randomUUID() }
}

const tokenOf = (request: Request) =>
  linkTokenSchema.safeParse(new URL(request.url).searchParams.get('token')).data

/** Adds names to a guest list of the promoter whose link this is; the link is the permission. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request, addNamesSchema)
  if (!form.ok) return form.reply()
  const token = tokenOf(args.request)
  const added = token ? await addGuestsByLink(args, token, form.value) : refused('promoter_link_ended')
  return added.ok ? redirect(paths.promoterList({ token }), 303) : form.refuse(added.refusal)
}

/** Shows a promoter without an account their event: link, code and figures. */
export default function PromoterByLink() {
  const { page, events, token, idempotencyKey } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  return (
    <div className={classNames(pageWidth, stack[6])}>
      <PageHeader title="Promoter" text={page?.name} />
      {page ? (
        <PromoterEvents
          page={page}
          events={events}
          names={{ action: paths.promoterList({ token }), idempotencyKey, reply }}
        />
      ) : (
        <EmptyState title="This link has ended" text="Ask the person who sent it for a new one." />
      )}
    </div>
  )
}
