import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readLegalText } from '#features/help/help.reads.server.ts'
import { LegalPage } from '#features/help/ui/legal-page.tsx'
import { visitorsPage } from '#server/visitors-page.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  return data(await readLegalText(args, 'refunds'), { headers: visitorsPage })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Refund Policy',
    description: 'When you get your money back, how much, and how long it takes.',
    path: paths.refunds(),
  })

/** Shows the refund policy. */
export default function Refunds() {
  return <LegalPage title="Refund Policy" text={useLoaderData<typeof loader>()} />
}
