import { Link, useSearchParams } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useUser } from '#browser/user-context.tsx'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { page as pageColumn } from '#ui/layout.css.ts'
import { Rail } from '#ui/rail.tsx'
import { StructuredData } from '#ui/structured-data.tsx'
import type { ShownPage } from '../catalogue.rules.ts'
import { chosenVariant, missingOption, optionsOf, picturesOf, readChoice } from '../product-choice.rules.ts'
import { BuyForm } from './buy-form.tsx'
import { Gallery } from './gallery.tsx'
import { LazyCountdown, LazyDropRefresh } from './lazy-countdown.tsx'
import { ProductCard } from './product-card.tsx'
import * as css from './product-page.css.ts'

/**
 * The page of one product. The chosen variant is in the address, so that it can be passed on, and works before JavaScript arrives.
 * @param structuredData the product for search engines, as text that is safe inside a script
 */
export function ProductPage({ page, structuredData }: { page: ShownPage; structuredData: string }) {
  const { product, variants, paragraphs } = page
  const [query] = useSearchParams()
  const choice = readChoice(product, variants, query)
  const variant = chosenVariant(variants, choice)
  const options = optionsOf(product, variants, choice)
  const missing = missingOption(product.options, choice)
  // Offers only real choices: an option with one value is none.
  const choosable = options.filter(({ values }) => values.length > 1)
  return (
    <>
      <article className={pageColumn}>
        <StructuredData json={structuredData} />
        <div className={css.layout}>
          <Gallery product={product} pictures={picturesOf(product.pictures, choice)} />
          <div className={css.words}>
            <header className={css.head}>
              <nav aria-label="Breadcrumb" className={css.crumbs}>
                <Link to={paths.shop()} className={css.crumb}>
                  Shop
                </Link>
                {page.collections.slice(0, 2).map(({ slug, name }) => (
                  <Link key={slug} to={paths.shop({ collection: slug })} className={css.crumb}>
                    {name}
                  </Link>
                ))}
              </nav>
              <h1 className={product.name.length > 40 ? css.longTitle : css.title}>{product.name}</h1>
              <p className={css.priceLine} aria-live="polite">
                <span className={css.price} data-price>
                  {(variant ?? page).price}
                </span>
                {variant?.few != null && <span className={css.few}>Only {variant.few} left</span>}
                {page.state === 'sold_out' && <Badge>Sold out</Badge>}
                {product.finalSale && <Badge tone="warning">Final sale</Badge>}
              </p>
              {product.summary && <p className={css.summary}>{product.summary}</p>}
            </header>
            {page.status === 'draft' && (
              <Banner tone="info" title="Draft">
                <p>Only admins see it.</p>
              </Banner>
            )}
            {choosable.length > 0 && (
              <div className={css.options}>
                {choosable.map(({ name, param, chosen, values }) => (
                  <fieldset key={name} id={param} className={css.option}>
                    <legend className={css.optionName}>
                      {name}
                      {chosen !== null && (
                        <>
                          : <span className={css.optionChosen}>{chosen}</span>
                        </>
                      )}
                    </legend>
                    <ul className={css.values}>
                      {values.map(({ value, to, chosen: isChosen, soldOut }) => (
                        <li key={value}>
                          <Link
                            to={to}
                            replace
                            preventScrollReset
                            className={css.value}
                            aria-current={isChosen ? 'true' : undefined}
                            aria-label={soldOut ? `${value}, sold out` : undefined}
                            data-sold-out={soldOut}
                          >
                            {value}
                          </Link>
                        </li>
                      ))}
                    </ul>
                  </fieldset>
                ))}
              </div>
            )}
            <Sale key={page.buyableFrom} page={page}>
              <BuyForm
                // A quantity belongs to the variant it was chosen for.
                key={variant?.id}
                variant={variant}
                missing={missing}
                missingParam={options.find(({ name }) => name === missing)?.param ?? null}
                soldOut={page.state === 'sold_out'}
                maxQuantity={page.maxQuantity}
              />
              {page.maxPerPerson !== null && (
                <p className={css.note}>Limit: {page.maxPerPerson} per person</p>
              )}
            </Sale>
            <div>
              <dl className={css.facts}>
                {page.ticketPercent > 0 && (
                  <>
                    <dt className={css.term}>With a ticket</dt>
                    <dd className={css.detail}>{page.ticketPercent}% off in the same order.</dd>
                  </>
                )}
                <dt className={css.term}>Delivery</dt>
                <dd className={css.detail}>{page.delivery}</dd>
                <dt className={css.term}>Returns</dt>
                <dd className={css.detail}>
                  {product.finalSale ? (
                    'Final sale: no returns.'
                  ) : (
                    <>
                      Within 30 days, unworn. <Link to={paths.refunds()}>Refund policy</Link>
                    </>
                  )}
                </dd>
              </dl>
              {product.sizeChart && <SizeChart chart={product.sizeChart} />}
            </div>
            {paragraphs.length > 0 && (
              <section className={css.about} aria-label="About">
                {paragraphs.map((paragraph, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity and never move
                  <p key={place}>{paragraph}</p>
                ))}
              </section>
            )}
          </div>
        </div>
      </article>
      {page.more.length > 0 && (
        <Rail title="More from the shop" id="more" more={<Link to={paths.shop()}>Shop</Link>}>
          {page.more.map((other) => (
            <ProductCard key={other.id} product={other} look="rail" />
          ))}
        </Rail>
      )}
      <LazyDropRefresh at={page.nextDropAt} />
    </>
  )
}

/**
 * The way to buy: before the drop its time and a countdown, and the form as soon as it has come, by the server's clock. The database
 * refuses earlier orders.
 * @param children the form
 */
function Sale({ page, children }: { page: ShownPage; children: ReactNode }) {
  const { product, buyableFrom, now } = page
  const [isOpen, setOpen] = useState(false)
  const { isAuthenticated: isMember } = useUser()
  const { dropAt, membersFrom } = product
  if (!dropAt) return children
  const time = (at: string) => <time dateTime={at}>{at === dropAt ? page.dropTime : page.membersTime}</time>
  const isMine = buyableFrom === null || isOpen
  return (
    <>
      <div className={css.drop}>
        {!isMine && (
          <>
            <p className={css.dropWhen}>Drops {time(dropAt)}</p>
            <LazyCountdown until={buyableFrom} look="large" onEnd={() => setOpen(true)} />
          </>
        )}
        <p role="status">
          {isMine &&
            (buyableFrom === dropAt ? (
              'Out now.'
            ) : (
              <>Members can buy now. Everyone can from {time(dropAt)}.</>
            ))}
        </p>
        {!isMine &&
          membersFrom &&
          (isMember ? (
            <p>You can buy from {time(membersFrom)}, because you are a member.</p>
          ) : (
            <p>
              {membersFrom <= now ? 'Members can buy now.' : <>Members can buy from {time(membersFrom)}.</>}{' '}
              <Link to={paths.home({ auth: 'register', redirect: paths.product(product.id, product.slug) })}>
                Join free
              </Link>
            </p>
          ))}
        {!isMine && (
          <noscript>
            <p>Reload the page then.</p>
          </noscript>
        )}
      </div>
      {isMine && children}
    </>
  )
}

function SizeChart({ chart }: { chart: NonNullable<ShownPage['product']['sizeChart']> }) {
  return (
    <details className={css.disclosure}>
      <summary className={css.summaryLine}>
        Size chart
        <ChevronDown size={20} aria-hidden="true" />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={css.tableBox} tabIndex={0} aria-label="Size chart">
        <table className={css.table}>
          <thead>
            <tr>
              {chart.columns.map((column) => (
                <th key={column} scope="col" className={css.column}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.rows.map(([first, ...others]) => (
              <tr key={first}>
                <th scope="row" className={css.row}>
                  {first}
                </th>
                {others.map((measure, place) => (
                  <td key={chart.columns[place + 1]} className={css.measure}>
                    {measure}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
