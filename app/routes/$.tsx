import { data, type MetaFunction } from '@remix-run/node'
import { pageMeta } from '#core/page-meta.ts'
import { NotFoundScreen } from '#ui/shell/error-screens.tsx'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Page Not Found',
    description: "We can't find that page.",
    noindex: true,
  })

/** Responds 404 to every path without a route. */
export const loader = () => data(null, { status: 404 })

export const action = () => {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return <NotFoundScreen />
}
