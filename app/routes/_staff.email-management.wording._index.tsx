import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { WordingList } from '#features/mail/wordings/ui/wording-list.tsx'
import { readMailWordings } from '#features/mail/wordings/wordings.reads.server.ts'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requirePermission } from '#server/actor.server.ts'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, wordings] = await readGuarded(args, requirePermission(args, 'manage_campaigns'), () =>
    readMailWordings(args),
  )
  return { wordings }
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Email wording', noindex: true })

export const handle: StaffHandle = { crumbs: () => [{ label: 'Email wording' }] }

/** Lists the mails of the site, whose words admins may change. */
export default function MailWordingsRoute() {
  const { wordings } = useLoaderData<typeof loader>()
  return (
    <div className={stack[5]}>
      <PageHeader title="Email wording" text="Add your own words to the emails that the site sends." />
      <WordingList data={wordings} />
    </div>
  )
}
