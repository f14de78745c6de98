import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useSearchParams } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { readBrandSettings } from '#features/settings/brand-settings.reads.server.ts'
import { saveBrandSettings } from '#features/settings/brand-settings.writes.server.ts'
import { BrandSettingsForm } from '#features/settings/ui/brand-settings-form.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { Banner } from '#ui/banner.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, settings] = await readGuarded(args, requireStaffPage(args, '/admin/settings'), () =>
    readBrandSettings(args),
  )
  return settings
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/settings')
  return saveBrandSettings(args)
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Site settings', noindex: true })

export const handle: StaffHandle = {}

/** Edits the brand and the constants of selling. */
export default function SiteSettings() {
  const { values, fixed, version } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>() ?? null
  const done = useSearchParams()[0].get('done')
  const startsFrom = reply?.initialValue?.version
  return (
    <div className={stack[5]}>
      <PageHeader title="Site settings" text="The brand, and how tickets are sold." />
      {!reply && (done === 'saved' || done === 'merged') && (
        <Banner
          tone="success"
          title={done === 'saved' ? 'Saved' : 'Saved, along with what someone else changed in the meantime'}
          announce
        />
      )}
      <BrandSettingsForm
        // Starts over with each stored version: after a save, and where somebody else saved meanwhile.
        key={typeof startsFrom === 'string' ? startsFrom : version}
        values={values}
        fixed={fixed}
        version={version}
        lastResult={reply}
      />
    </div>
  )
}
