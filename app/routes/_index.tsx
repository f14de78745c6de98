import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useLoaderData, useMatches } from '@remix-run/react'
import { readCity } from '#core/cookies.ts'
import { pageMeta, siteFacts } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { pictureJpeg } from '#core/picture.ts'
import { organizationData, scriptJson } from '#core/structured-data.ts'
import { listPosts } from '#features/community/community.reads.server.ts'
import { PostQuote } from '#features/community/ui/post-quote.tsx'
import { readHome } from '#features/events/public/public-events.reads.server.ts'
import { ComingUp } from '#features/events/public/ui/coming-up.tsx'
import { EventCard } from '#features/events/public/ui/event-card.tsx'
import { EventHero } from '#features/events/public/ui/event-hero.tsx'
import { SubscribeBand } from '#features/mail/ui/subscribe-form.tsx'
import { listProducts } from '#features/shop/public/catalogue.reads.server.ts'
import { shownCard } from '#features/shop/public/catalogue.rules.ts'
import { ProductCard } from '#features/shop/public/ui/product-card.tsx'
import { readEnv } from '#server/env.server.ts'
import { readShell } from '#server/shell.server.ts'
import { visitorsPageUntil, withPosts } from '#server/visitors-page.server.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { cluster, page } from '#ui/layout.css.ts'
import { Rail } from '#ui/rail.tsx'
import { RailButtons } from '#ui/rail-buttons.tsx'
import { StructuredData } from '#ui/structured-data.tsx'

const MOST_POSTS = 3
const MOST_PRODUCTS = 8

export async function loader(args: LoaderFunctionArgs) {
  const { url, headers: sent } = args.request
  const city = new URL(url).searchParams.get('city') ?? readCity(sent.get('cookie'))
  // One round trip: the four calls go out together. Posts and products are read under row policies of their own.
  const [home, { posts, timeZone }, shop, { brand }] = await Promise.all([
    readHome(args, city),
    listPosts(args, MOST_POSTS),
    listProducts(args, {}, MOST_PRODUCTS),
    readShell(args),
  ])
  const structuredData = scriptJson(organizationData(brand, readEnv().SITE_URL))
  const products = shop.products.map((product) => shownCard(product, shop))
  return data(
    { home, posts, timeZone, products, structuredData },
    { headers: withPosts(visitorsPageUntil(shop.nextDropAt)) },
  )
}

export const handle = { pageParams: ['city'] }

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data: loaded }) =>
  pageMeta(matches, {
    title: 'Home',
    path: paths.home(),
    image: pictureJpeg(loaded?.home.hero?.imagePath, 'share'),
  })

/** Shows what the brand is and what is next: the leading event, the evening, the weekend, the calendar, voices, the shop. */
export default function Home() {
  const { home, posts, timeZone, products, structuredData } = useLoaderData<typeof loader>()
  const { brand } = siteFacts(useMatches())
  const { hero, tonight, weekend, upcoming, city, currency, now } = home
  const cardsOf = (events: typeof tonight) =>
    events.map((event) => (
      <EventCard
        key={event.id}
        event={event}
        currency={currency}
        now={now}
        headingLevel={3}
        look={events.length === 1 ? 'row' : 'tall'}
      />
    ))
  const more = (rail: string, to: string, label: string, count: number) => (
    <div className={cluster[3]}>
      <Link to={to}>{label}</Link>
      {count > 4 && <RailButtons rail={rail} />}
    </div>
  )
  return (
    <>
      <StructuredData json={structuredData} />
      {hero ? (
        <EventHero event={hero} currency={currency} now={now} tagline={brand.tagline} />
      ) : (
        <div className={page}>
          <EmptyState
            headingLevel={1}
            title="Nothing on the calendar right now"
            text="New dates drop soon. Get the first word below, or see where we've been."
            action={
              <LinkButton to={paths.events({ tab: 'past' })} variant="secondary">
                Past events
              </LinkButton>
            }
          />
        </div>
      )}
      {tonight.length > 0 && (
        <Rail
          id="tonight"
          title="Tonight"
          more={more('tonight', paths.events({ when: 'tonight' }), 'All tonight', tonight.length)}
        >
          {cardsOf(tonight)}
        </Rail>
      )}
      {weekend.length > 0 && (
        <Rail
          id="weekend"
          title="This weekend"
          more={more('weekend', paths.events({ when: 'weekend' }), 'All weekend', weekend.length)}
        >
          {cardsOf(weekend)}
        </Rail>
      )}
      {(upcoming.length > 0 || city) && <ComingUp home={home} />}
      {posts.length > 0 && (
        <Rail
          id="voices"
          title="What people say"
          shape="mosaic"
          more={<Link to={paths.community()}>Community</Link>}
        >
          {posts.map((post) => (
            <PostQuote key={post.id} post={post} now={now} timeZone={timeZone} />
          ))}
        </Rail>
      )}
      {products.length > 0 && (
        <Rail
          id="new-in-the-shop"
          title="New in the shop"
          more={more('new-in-the-shop', paths.shop(), 'Shop', products.length)}
        >
          {products.map((product) => (
            <ProductCard key={product.id} product={product} look="rail" />
          ))}
        </Rail>
      )}
      <SubscribeBand />
    </>
  )
}
