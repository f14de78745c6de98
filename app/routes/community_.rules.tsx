import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readLegalText } from '#features/help/help.reads.server.ts'
import { LegalPage } from '#features/help/ui/legal-page.tsx'
import { visitorsPage } from '#server/visitors-page.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  return data(await readLegalText(args, 'communityRules'), { headers: visitorsPage })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Community rules',
    description: 'What goes in the community, what we remove, and how to appeal.',
    path: paths.communityRules(),
  })

/** Shows the rules of the community, which decisions of moderators name. */
export default function CommunityRules() {
  return <LegalPage title="Community rules" text={useLoaderData<typeof loader>()} />
}
