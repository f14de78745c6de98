import { type CSSProperties, Fragment, type ReactNode, useContext } from 'react'
import { Heading, Img, Link, Text } from 'react-email'
import type { CampaignBlock } from '#core/campaign-blocks.ts'
import { formatPrice } from '#core/money.ts'
import { light } from '#core/palette.ts'
import * as paths from '#core/paths.ts'
import { pictureJpeg, readPictureKey } from '#core/picture.ts'
import type { RichBlock, RichInline, RichText } from '#core/rich-text.ts'
import type { CampaignEvent, CampaignFacts, CampaignProduct } from '../campaigns/campaign.types.ts'
import { timesText } from './order-parts.tsx'
import { Action, AsText, displayFace, face, ink, muted, Paragraph, Title, tableProps } from './parts.tsx'

/** The blocks of a campaign as a mail shows them: each as markup and, inside `AsText`, as text. */

/** What blocks are drawn with. */
export type CampaignDrawing = {
  facts: CampaignFacts
  siteUrl: string
  /** Fills in variables that are the same for all, and marks the recipient's. */
  fill: (text: string) => string
  /** Marks a link to an address, which may be a path of the site. */
  link: (address: string) => string
}

/** Draws the blocks, one below the other. */
export function CampaignBlocks({ blocks, drawing }: { blocks: CampaignBlock[]; drawing: CampaignDrawing }) {
  return blocks.map((block) => <Block key={block.id} block={block} drawing={drawing} />)
}

function Block({ block, drawing }: { block: CampaignBlock; drawing: CampaignDrawing }) {
  const { fill, link, facts } = drawing
  switch (block.kind) {
    case 'hero':
      return (
        <>
          <WidePicture picture={block.picture} alt={fill(block.alt)} drawing={drawing} />
          {block.title && <Title>{fill(block.title)}</Title>}
          {block.text && <Paragraph>{fill(block.text)}</Paragraph>}
        </>
      )
    case 'text':
      return <Rich text={block.text} drawing={drawing} />
    case 'picture':
      return (
        <WidePicture
          picture={block.picture}
          alt={fill(block.alt)}
          url={block.url ? link(block.url) : null}
          drawing={drawing}
        />
      )
    case 'events': {
      const events = block.events.flatMap((id) => facts.events.filter((event) => event.id === id))
      return <EventCards events={events} drawing={drawing} />
    }
    case 'products': {
      const products = block.products.flatMap((id) => facts.products.filter((product) => product.id === id))
      return <ProductCards products={products} drawing={drawing} />
    }
    case 'button':
      return block.label && block.url ? <Action url={link(block.url)}>{fill(block.label)}</Action> : null
    case 'divider':
      return <Divider />
  }
}

function Divider() {
  if (useContext(AsText)) return `${'-'.repeat(24)}\n\n`
  return (
    <table {...tableProps} style={{ margin: '8px 0 24px' }}>
      <tbody>
        <tr>
          <td
            className="line"
            style={{ borderTop: `1px solid ${light.line}`, fontSize: '1px', lineHeight: '1px' }}
          >
            &nbsp;
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** A picture across the whole width, on its own color until it is loaded or where pictures are off. */
function WidePicture({
  picture,
  alt,
  url = null,
  drawing,
}: {
  picture: string | null | undefined
  alt: string
  url?: string | null
  drawing: CampaignDrawing
}) {
  const file = pictureJpeg(picture, 'wide')
  const asText = useContext(AsText)
  if (!file) return null
  if (asText) return alt ? `[${alt}]\n${url ? `${url}\n` : ''}\n` : null
  const image = (
    <Img
      src={drawing.siteUrl + file}
      alt={alt}
      width={510}
      height={340}
      style={{
        ...displayFace,
        width: '100%',
        height: 'auto',
        borderRadius: '14px',
        backgroundColor: readPictureKey(picture)?.colors[0],
        color: '#fff',
        fontSize: '18px',
      }}
    />
  )
  return (
    <table {...tableProps} style={{ margin: '0 0 20px' }}>
      <tbody>
        <tr>
          <td>{url ? <Link href={url}>{image}</Link> : image}</td>
        </tr>
      </tbody>
    </table>
  )
}

function Rich({ text, drawing }: { text: RichText; drawing: CampaignDrawing }) {
  const asText = useContext(AsText)
  return text.content.map((block, index) => (
    <Fragment
      // biome-ignore lint/suspicious/noArrayIndexKey: the order of paragraphs never changes within one mail
      key={index}
    >
      {asText ? `${richAsText(block, drawing)}\n\n` : <RichPart block={block} drawing={drawing} />}
    </Fragment>
  ))
}

const itemStyle: CSSProperties = { ...ink, margin: '0 0 6px', fontSize: '16px', lineHeight: 1.55 }

function RichPart({ block, drawing }: { block: RichBlock; drawing: CampaignDrawing }) {
  switch (block.type) {
    case 'paragraph':
      return (
        <Text className="ink" style={{ ...ink, margin: '0 0 16px', fontSize: '16px', lineHeight: 1.55 }}>
          <Inline parts={block.content} drawing={drawing} />
        </Text>
      )
    case 'heading':
      return (
        <Heading
          as={block.attrs.level === 2 ? 'h2' : 'h3'}
          className="ink"
          style={{
            ...ink,
            ...(block.attrs.level === 2 ? displayFace : { fontWeight: 700 }),
            margin: '8px 0 10px',
            fontSize: block.attrs.level === 2 ? '22px' : '18px',
            lineHeight: 1.25,
          }}
        >
          <Inline parts={block.content} drawing={drawing} />
        </Heading>
      )
    default: {
      const List = block.type === 'bulletList' ? 'ul' : 'ol'
      return (
        <List className="ink" style={{ ...ink, margin: '0 0 16px', padding: '0 0 0 22px' }}>
          {block.content.map((item, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of items never changes within one mail
              key={index}
              className="ink"
              style={itemStyle}
            >
              {item.content.map((paragraph, at) => (
                <Fragment
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  key={at}
                >
                  {at > 0 && <br />}
                  <Inline parts={paragraph.content} drawing={drawing} />
                </Fragment>
              ))}
            </li>
          ))}
        </List>
      )
    }
  }
}

function Inline({ parts = [], drawing }: { parts: RichInline[] | undefined; drawing: CampaignDrawing }) {
  return parts.map((part, index) => (
    <Fragment
      // biome-ignore lint/suspicious/noArrayIndexKey: the order of words never changes within one mail
      key={index}
    >
      {part.type === 'hardBreak' ? <br /> : <Marked part={part} drawing={drawing} />}
    </Fragment>
  ))
}

function Marked({ part, drawing }: { part: RichInline & { type: 'text' }; drawing: CampaignDrawing }) {
  const marks = part.marks ?? []
  let node: ReactNode = drawing.fill(part.text)
  if (marks.some(({ type }) => type === 'italic')) node = <em>{node}</em>
  if (marks.some(({ type }) => type === 'bold')) node = <strong>{node}</strong>
  const to = marks.find((mark) => mark.type === 'link')
  if (!to) return node
  return (
    <Link
      href={drawing.link(to.attrs.href)}
      className="brand"
      style={{ color: light.accent, textDecoration: 'underline' }}
    >
      {node}
    </Link>
  )
}

function inlineAsText(parts: RichInline[] = [], { fill, link }: CampaignDrawing): string {
  return parts
    .map((part) => {
      if (part.type === 'hardBreak') return '\n'
      const to = part.marks?.find((mark) => mark.type === 'link')
      return fill(part.text) + (to ? ` (${link(to.attrs.href)})` : '')
    })
    .join('')
}

function richAsText(block: RichBlock, drawing: CampaignDrawing): string {
  if (block.type === 'paragraph') return inlineAsText(block.content, drawing)
  if (block.type === 'heading') {
    const title = inlineAsText(block.content, drawing)
    return `${title}\n${'-'.repeat(Math.min(60, Math.max(3, title.length)))}`
  }
  return block.content
    .map(({ content }, index) => {
      const lead = block.type === 'bulletList' ? '- ' : `${index + 1}. `
      return lead + content.map((paragraph) => inlineAsText(paragraph.content, drawing)).join('\n  ')
    })
    .join('\n')
}

const eventPath = ({ id, slug }: CampaignEvent) => paths.event(id, slug)

/** Says what an event costs, where that is known and it sells. */
function priceOf({ state, fromCents }: CampaignEvent, currency: string): string | null {
  if (state === 'sold_out') return 'Sold out'
  if (state === 'free') return 'Free'
  return fromCents !== null && ['on_sale', 'low'].includes(state)
    ? `From ${formatPrice(fromCents, currency)}`
    : null
}

const rowTitle: CSSProperties = {
  ...ink,
  display: 'block',
  fontSize: '18px',
  fontWeight: 700,
  lineHeight: 1.3,
  textDecoration: 'none',
}
const rowLine: CSSProperties = { ...muted, display: 'block', fontSize: '14px', lineHeight: 1.5 }

/** One event large, or several as rows. */
function EventCards({ events, drawing }: { events: CampaignEvent[]; drawing: CampaignDrawing }) {
  const { link, facts, siteUrl } = drawing
  const asText = useContext(AsText)
  const linesOf = (event: CampaignEvent) =>
    [
      timesText(event),
      [event.venueName, event.city].filter(Boolean).join(', '),
      priceOf(event, facts.currency),
    ].filter((line) => line !== null)
  if (asText)
    return events
      .map((event) => {
        const lead = events.length === 1 ? ['See the event:'] : []
        return `${[event.title, ...linesOf(event), ...lead, link(eventPath(event))].join('\n')}\n\n`
      })
      .join('')
  return events.map((event) => {
    const isAlone = events.length === 1
    const square = pictureJpeg(event.imagePath, 'square')
    return (
      <Fragment key={event.id}>
        {isAlone && (
          <WidePicture
            picture={event.imagePath}
            alt={event.imageAlt || `Picture of ${event.title}`}
            url={link(eventPath(event))}
            drawing={drawing}
          />
        )}
        <table {...tableProps} style={{ margin: isAlone ? '0 0 16px' : '0 0 20px' }}>
          <tbody>
            <tr>
              {!isAlone && square && (
                <td width={96} style={{ width: '96px', padding: '0 16px 0 0', verticalAlign: 'top' }}>
                  <Link href={link(eventPath(event))}>
                    <Img
                      src={siteUrl + square}
                      alt={event.imageAlt || `Picture of ${event.title}`}
                      width={96}
                      height={96}
                      style={{
                        borderRadius: '12px',
                        backgroundColor: readPictureKey(event.imagePath)?.colors[0],
                        color: '#fff',
                        fontSize: '12px',
                      }}
                    />
                  </Link>
                </td>
              )}
              <td style={{ verticalAlign: 'top' }}>
                <Link href={link(eventPath(event))} className="ink" style={rowTitle}>
                  {event.title}
                </Link>
                {linesOf(event).map((text) => (
                  <span key={text} className="muted" style={rowLine}>
                    {text}
                  </span>
                ))}
              </td>
            </tr>
          </tbody>
        </table>
        {isAlone && <Action url={link(eventPath(event))}>See the event</Action>}
      </Fragment>
    )
  })
}

function productPrice({ state, fromCents, toCents }: CampaignProduct, currency: string): string {
  if (state === 'sold_out') return 'Sold out'
  const price = formatPrice(fromCents, currency)
  return fromCents === toCents ? price : `From ${price}`
}

/** Products, two beside each other. */
function ProductCards({ products, drawing }: { products: CampaignProduct[]; drawing: CampaignDrawing }) {
  const { link, facts } = drawing
  if (useContext(AsText))
    return products
      .map(
        (product) =>
          `${product.name}\n${productPrice(product, facts.currency)}\n${link(paths.product(product.id, product.slug))}\n\n`,
      )
      .join('')
  const rows = Array.from({ length: Math.ceil(products.length / 2) }, (_, row) =>
    products.slice(row * 2, row * 2 + 2),
  )
  return (
    <table {...tableProps} style={{ margin: '0 0 16px' }}>
      <tbody>
        {rows.map((pair) => (
          <tr key={pair[0]?.id}>
            {pair.map((product, index) => (
              <td
                key={product.id}
                width="50%"
                style={{
                  width: '50%',
                  padding: index === 0 ? '0 8px 16px 0' : '0 0 16px 8px',
                  verticalAlign: 'top',
                }}
              >
                <ProductCard product={product} drawing={drawing} />
              </td>
            ))}
            {pair.length === 1 && <td width="50%" style={{ width: '50%' }} />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ProductCard({ product, drawing }: { product: CampaignProduct; drawing: CampaignDrawing }) {
  const { link, facts, siteUrl } = drawing
  const url = link(paths.product(product.id, product.slug))
  const square = pictureJpeg(product.imagePath, 'square')
  return (
    <>
      {square && (
        <Link href={url}>
          <Img
            src={siteUrl + square}
            alt={product.imageAlt || product.name}
            width={240}
            height={240}
            style={{
              ...face,
              marginBottom: '8px',
              borderRadius: '12px',
              width: '100%',
              height: 'auto',
              backgroundColor: readPictureKey(product.imagePath)?.colors[0],
              color: '#fff',
              fontSize: '13px',
            }}
          />
        </Link>
      )}
      <Link href={url} className="ink" style={{ ...rowTitle, fontSize: '15px' }}>
        {product.name}
      </Link>
      <span className="muted" style={rowLine}>
        {productPrice(product, facts.currency)}
      </span>
    </>
  )
}
