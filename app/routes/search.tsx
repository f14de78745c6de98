import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import { readSearch } from '#features/search/search.reads.server.ts'
import { excerpt } from '#features/search/search.rules.ts'
import { SearchPage } from '#features/search/ui/search-page.tsx'

/** Hits of each kind on the page. */
const pageLimit = 20

const statuses = { idle: 200, found: 200, refused: 422, failed: 503 }

export async function loader(args: LoaderFunctionArgs) {
  const outcome = await readSearch(args, pageLimit)
  return data(outcome, { status: statuses[outcome.state] })
}

export const meta: MetaFunction<typeof loader> = ({ matches, data: outcome }) =>
  pageMeta(matches, {
    title: outcome?.query ? `Search: ${excerpt(outcome.query, 60)}` : 'Search',
    description: 'Search events, artists, venues, merch and posts.',
    noindex: true,
  })

/** Shows everything that the site finds for a query. */
export default function Search() {
  return <SearchPage outcome={useLoaderData<typeof loader>()} />
}
