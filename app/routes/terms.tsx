import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readLegalText } from '#features/help/help.reads.server.ts'
import { LegalPage } from '#features/help/ui/legal-page.tsx'
import { visitorsPage } from '#server/visitors-page.server.ts'

export async function loader(args: LoaderFunctionArgs) {
  return data(await readLegalText(args, 'terms'), { headers: visitorsPage })
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms of Service',
    description: 'What you agree to when you use this site, buy a ticket or come to an event.',
    path: paths.terms(),
  })

/** Shows the terms that tickets are sold under. */
export default function Terms() {
  return <LegalPage title="Terms of Service" text={useLoaderData<typeof loader>()} />
}
