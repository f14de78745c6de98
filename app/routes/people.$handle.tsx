import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listPostsBy } from '#features/community/community.reads.server.ts'
import { readPersonPage } from '#features/community/people/people.reads.server.ts'
import { PersonPage } from '#features/community/people/ui/person-page.tsx'
import { PersonPosts } from '#features/community/people/ui/person-posts.tsx'
import { communityFlash } from '#features/community/take-community-form.server.ts'
import { readActor } from '#server/actor.server.ts'
import { notFound } from '#server/api.server.ts'
import { takeFlash } from '#server/flash.server.ts'

/** Is never kept in the page cache, nor by browsers: a profile that its owner closes is gone at once. */
export const headers = () => ({ 'cache-control': 'private, no-store' })

export async function loader(args: LoaderFunctionArgs) {
  const handle = args.params.handle ?? ''
  const from = new URL(args.request.url).searchParams.get('from')
  const [person, posts, actor] = await Promise.all([
    readPersonPage(args, handle),
    listPostsBy(args, handle, from),
    readActor(args),
  ])
  if (!person || !posts) throw notFound()
  const reader = actor === null ? 'visitor' : actor.isGuest ? 'guest' : 'member'
  return {
    person,
    posts,
    reader,
    refusal: takeFlash(args, 'people') ?? takeFlash(args, communityFlash),
  } as const
}

export const handle = { pageParams: ['from'] }

/** Is left out of search engines: a profile is there for the community, not to be found by name. */
export const meta: MetaFunction<typeof loader> = ({ matches, data: page }) => {
  if (!page) return pageMeta(matches, { title: 'Page Not Found', noindex: true })
  const { displayName, bio } = page.person.card
  return pageMeta(matches, {
    title: displayName,
    description: bio || `${displayName} in the community.`,
    path: paths.person(page.person.username),
    noindex: true,
  })
}

/** The public profile of a member, with what they posted. */
export default function Person() {
  const { posts, ...page } = useLoaderData<typeof loader>()
  return (
    <PersonPage {...page}>
      <PersonPosts person={page.person} posts={posts} />
    </PersonPage>
  )
}
