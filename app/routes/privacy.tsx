import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readLegalText } from '#features/help/help.reads.server.ts'
import { LegalPage } from '#features/help/ui/legal-page.tsx'
import { visitorsPage } from '#server/visitors-page.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  return data(await readLegalText(args, 'privacy'), { headers: visitorsPage })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Policy',
    description: 'What we know about you, why, who sees it, and how long we keep it.',
    path: paths.privacy(),
  })

/** Shows the privacy policy. */
export default function Privacy() {
  return <LegalPage title="Privacy Policy" text={useLoaderData<typeof loader>()} />
}
