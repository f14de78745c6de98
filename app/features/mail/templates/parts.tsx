import { type CSSProperties, createContext, type ReactNode, useContext } from 'react'
import { Button, Container, Head, Heading, Html, Img, Link, Preview, Section, Text } from 'react-email'
import { dark, light } from '#core/palette.ts'
import { pictureJpegFile, readPictureKey } from '#core/picture.ts'
import { stagingNotice } from '#core/staging.ts'
import type { MailCode, MailSender } from '../mail.types.ts'

/**
 * The parts that mails are made of. Each renders twice, so that both parts of a mail say the same: as markup, and inside
 * `AsText` as lines of plain text, which end with an empty line. Mail programs read neither style sheets nor variables, so
 * colours are inline; the one style block serves programs that have a dark mode.
 */

/** True while the text part is being rendered. */
export const AsText = createContext(false)

export const face: CSSProperties = { fontFamily: "Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif" }
export const displayFace: CSSProperties = {
  fontFamily:
    "'Bricolage Display','Bricolage Grotesque',Figtree,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  fontWeight: 800,
  letterSpacing: '-0.02em',
}
export const ink: CSSProperties = { ...face, color: light.ink }
export const muted: CSSProperties = { ...face, color: light.inkMuted }

const darkRules = [
  ['.ground', `background-color: ${dark.ground}`],
  ['.surface', `background-color: ${dark.surface}`],
  ['.surface', `border-color: ${dark.line}`],
  ['.ink', `color: ${dark.ink}`],
  ['.muted', `color: ${dark.inkMuted}`],
  ['.brand', `color: ${dark.accentInk}`],
  ['.line', `border-color: ${dark.line}`],
  ['.action', `background-color: ${dark.accent}`],
  ['.action', `color: ${dark.onAccent}`],
]
const rulesWithin = (ancestor: string) =>
  darkRules.map(([selector, rule]) => `${ancestor}${selector} { ${rule} !important; }`).join('\n')
// Outlook on the web reads no media query: it marks the mail it has darkened.
const darkMode = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
${rulesWithin('')}
}
${rulesWithin('[data-ogsc] ')}`

export const tableProps = {
  role: 'presentation',
  border: 0,
  cellPadding: 0,
  cellSpacing: 0,
  width: '100%',
} as const

/**
 * The page that every mail is written on: the brand above, who sends it below.
 * @param subject its title
 * @param preview the line that mailboxes show behind the subject
 * @param preferencesUrl where its reader chooses what they get; null or left out for mail that nobody can end, or that has a way of its own
 */
export function Letter({
  sender,
  subject,
  preview,
  preferencesUrl,
  children,
}: {
  sender: MailSender
  subject: string
  preview: string
  preferencesUrl?: string | null
  children: ReactNode
}) {
  const imprint = [sender.company, sender.postalAddress].filter(Boolean).join(' · ')
  const help = sender.contactEmail ? `Questions? ${sender.contactEmail}` : ''
  if (useContext(AsText)) {
    return (
      <>
        {`${sender.brand}\n\n`}
        {sender.isStaging && <Watermark>{stagingNotice}</Watermark>}
        {children}
        {`--\n${[imprint, help, preferencesUrl && `Email preferences: ${preferencesUrl}`, sender.siteUrl].filter(Boolean).join('\n')}\n`}
      </>
    )
  }
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{darkMode}</style>
      </Head>
      <body className="ground" style={{ margin: 0, padding: 0, backgroundColor: light.ground }}>
        <Preview useTitleTag={false}>{preview}</Preview>
        <Section className="ground" style={{ backgroundColor: light.ground, padding: '24px 12px' }}>
          <Container style={{ maxWidth: '560px' }}>
            <Section style={{ padding: '0 8px 16px' }}>
              <Link
                href={sender.siteUrl}
                className="brand"
                style={{ ...displayFace, fontSize: '24px', color: light.accent, textDecoration: 'none' }}
              >
                <Img
                  src={`${sender.siteUrl}/icon-192.png`}
                  alt=""
                  width={36}
                  height={36}
                  style={{
                    display: 'inline-block',
                    marginRight: '10px',
                    borderRadius: '10px',
                    verticalAlign: 'middle',
                  }}
                />
                <span style={{ verticalAlign: 'middle' }}>{sender.brand}</span>
              </Link>
            </Section>
            <Section
              className="surface"
              style={{
                backgroundColor: light.surface,
                border: `1px solid ${light.line}`,
                borderRadius: '18px',
                borderCollapse: 'separate',
                padding: '28px 24px',
              }}
            >
              {sender.isStaging && <Watermark>{stagingNotice}</Watermark>}
              {children}
            </Section>
            <Section style={{ padding: '16px 8px' }}>
              <Text className="muted" style={{ ...muted, margin: 0, fontSize: '13px', lineHeight: 1.5 }}>
                {imprint}
                {imprint && help && <br />}
                {help}
                {preferencesUrl && (
                  <>
                    <br />
                    <Link
                      href={preferencesUrl}
                      className="muted"
                      style={{ ...muted, textDecoration: 'underline' }}
                    >
                      Email preferences
                    </Link>
                  </>
                )}
              </Text>
            </Section>
          </Container>
        </Section>
      </body>
    </Html>
  )
}

/** What admins put below the title of a mail. */
export const Intro = createContext('')

/** Renders the title of a mail, and what admins put below it. */
export function Title({ children }: { children: string }) {
  const intro = <Lines>{useContext(Intro)}</Lines>
  if (useContext(AsText))
    return (
      <>
        {`${children}\n${'='.repeat(Math.min(60, children.length))}\n\n`}
        {intro}
      </>
    )
  return (
    <>
      <Heading
        className="ink"
        style={{ ...ink, ...displayFace, margin: '0 0 12px', fontSize: '30px', lineHeight: 1.1 }}
      >
        {children}
      </Heading>
      {intro}
    </>
  )
}

/** Renders text with empty lines between its paragraphs. */
export function Lines({ children }: { children: string }) {
  return children
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph, index) => (
      <Paragraph
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of paragraphs never changes within one mail
        key={index}
      >
        {paragraph}
      </Paragraph>
    ))
}

/** Renders the heading of a part of a mail. */
export function Subtitle({ children }: { children: string }) {
  if (useContext(AsText)) return `${children}\n${'-'.repeat(Math.min(60, children.length))}\n\n`
  return (
    <Heading
      as="h2"
      className="ink"
      style={{ ...ink, margin: '24px 0 10px', fontSize: '18px', fontWeight: 700, lineHeight: 1.3 }}
    >
      {children}
    </Heading>
  )
}

/**
 * Quotes the beginning of what somebody wrote.
 * @param lead who wrote it or where, which leads to it
 */
export function Quote({ lead, url, children }: { lead: string; url: string; children: string }) {
  if (useContext(AsText)) return `${lead}:\n${children}\n${url}\n\n`
  return (
    <table
      {...tableProps}
      className="line"
      style={{ margin: '0 0 14px', borderLeft: `3px solid ${light.line}` }}
    >
      <tbody>
        <tr>
          <td style={{ padding: '2px 0 2px 12px' }}>
            <Link
              href={url}
              className="brand"
              style={{ ...face, color: light.accent, fontSize: '15px', fontWeight: 700 }}
            >
              {lead}
            </Link>
            <Text className="ink" style={{ ...ink, margin: '2px 0 0', fontSize: '15px', lineHeight: 1.5 }}>
              {children}
            </Text>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

export function Paragraph({ children }: { children: string }) {
  if (useContext(AsText)) return `${children}\n\n`
  return (
    <Text className="ink" style={{ ...ink, margin: '0 0 16px', fontSize: '16px', lineHeight: 1.55 }}>
      {children}
    </Text>
  )
}

export function SmallPrint({ children }: { children: string }) {
  if (useContext(AsText)) return `${children}\n\n`
  return (
    <Text className="muted" style={{ ...muted, margin: '0 0 12px', fontSize: '14px', lineHeight: 1.5 }}>
      {children}
    </Text>
  )
}

/**
 * Renders a link in small print, for what few readers want.
 * @param lead the words before it
 */
export function SmallLink({ lead, url, children }: { lead: string; url: string; children: string }) {
  if (useContext(AsText)) return `${lead} ${children}:\n${url}\n\n`
  return (
    <Text className="muted" style={{ ...muted, margin: '0 0 12px', fontSize: '14px', lineHeight: 1.5 }}>
      {lead}{' '}
      <Link href={url} className="brand" style={{ color: light.accent, textDecoration: 'underline' }}>
        {children}
      </Link>
    </Text>
  )
}

/** The one thing to do with this mail, or with one of the things that it lists. */
export function Action({ url, children }: { url: string; children: string }) {
  if (useContext(AsText)) return `${children}:\n${url}\n\n`
  return (
    <Section style={{ margin: '8px 0 24px' }}>
      <Button
        href={url}
        className="action"
        style={{
          ...face,
          padding: '15px 28px',
          borderRadius: '999px',
          backgroundColor: light.accent,
          color: light.onAccent,
          fontSize: '17px',
          fontWeight: 700,
        }}
      >
        {children}
      </Button>
    </Section>
  )
}

/**
 * Shows the lettered poster of an event on its own colour; nothing where there is no picture.
 * @param imagePath the picture's key
 * @param alt what it shows, read where pictures are off
 * @param url where it leads
 */
export function Poster({
  imagePath,
  alt,
  url,
  siteUrl,
}: {
  imagePath: string | null
  alt: string
  url: string
  siteUrl: string
}) {
  const picture = readPictureKey(imagePath)
  if (useContext(AsText) || !picture) return null
  return (
    <table {...tableProps} style={{ margin: '0 0 24px', width: '100%', borderCollapse: 'separate' }}>
      <tbody>
        <tr>
          <td
            align="center"
            style={{ padding: '16px', borderRadius: '14px', backgroundColor: picture.colors[0] }}
          >
            <Link href={url}>
              <Img
                src={siteUrl + pictureJpegFile(picture.base, 'mail')}
                alt={alt}
                width={300}
                height={375}
                style={{
                  ...displayFace,
                  width: '100%',
                  maxWidth: '300px',
                  height: 'auto',
                  borderRadius: '8px',
                  color: '#fff',
                  fontSize: '22px',
                }}
              />
            </Link>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** Names the picture of a mail's code, counted from 0, as its content id. */
export const codePicture = (index: number) => `ticket-code-${index + 1}`

/** Shows the codes of tickets: squares to scan, and below them what can be typed instead. They stay on white in dark mode too. */
export function TicketCodes({ codes }: { codes: readonly MailCode[] }) {
  const nameOf = (index: number) => (codes.length === 1 ? 'Ticket' : `Ticket ${index + 1} of ${codes.length}`)
  if (useContext(AsText))
    return codes.map(({ typeName, code }, index) => `${nameOf(index)}: ${typeName}\n${code}\n\n`).join('')
  return codes.map(({ typeName, code }, index) => (
    <table
      key={code}
      {...tableProps}
      className="line"
      style={{
        margin: '0 0 16px',
        width: '100%',
        border: `1px solid ${light.line}`,
        borderRadius: '14px',
        borderCollapse: 'separate',
        backgroundColor: light.raised,
      }}
    >
      <tbody>
        <tr>
          <td align="center" style={{ padding: '12px 12px 16px', borderRadius: '14px' }}>
            <Img
              src={`cid:${codePicture(index)}`}
              alt={`QR code of ticket ${index + 1}. Without the picture, show the code below.`}
              width={240}
              height={240}
              style={{ ...face, color: light.ink, fontSize: '14px' }}
            />
            <span style={{ ...face, display: 'block', color: light.inkMuted, fontSize: '14px' }}>
              {`${nameOf(index)}: ${typeName}`}
            </span>
            <span
              style={{
                display: 'block',
                color: light.ink,
                fontFamily: "Menlo,Consolas,'Courier New',monospace",
                fontSize: '22px',
                fontWeight: 700,
                letterSpacing: '0.08em',
                lineHeight: 1.4,
              }}
            >
              {code}
            </span>
          </td>
        </tr>
      </tbody>
    </table>
  ))
}

/** Names and values below one another. */
export function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  if (useContext(AsText)) return `${rows.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n`
  const rule = `1px solid ${light.line}`
  return (
    <table
      {...tableProps}
      className="line"
      style={{ margin: '0 0 20px', borderTop: rule, borderBottom: rule, width: '100%' }}
    >
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <td
              className="muted"
              style={{
                ...muted,
                width: '1%',
                padding: '8px 16px 8px 0',
                fontSize: '14px',
                verticalAlign: 'top',
              }}
            >
              {name}
            </td>
            <td className="ink" style={{ ...ink, padding: '8px 0', fontSize: '16px' }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Renders the lines of an order, with amounts at the right; the last row is the sum. */
export function Amounts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  if (useContext(AsText)) {
    const width = Math.max(...rows.map(([name]) => name.length)) + 2
    return `${rows.map(([name, value]) => name.padEnd(width) + value).join('\n')}\n\n`
  }
  return (
    <table {...tableProps} style={{ margin: '0 0 20px', width: '100%' }}>
      <tbody>
        {rows.map(([name, value], index) => {
          const isSum = index === rows.length - 1
          const cell: CSSProperties = {
            ...ink,
            fontSize: '15px',
            verticalAlign: 'top',
            ...(isSum ? { borderTop: `1px solid ${light.line}`, fontWeight: 700 } : {}),
          }
          const className = isSum ? 'ink line' : 'ink'
          return (
            <tr key={name}>
              <td className={className} style={{ ...cell, padding: '6px 0' }}>
                {name}
              </td>
              <td
                className={className}
                align="right"
                style={{ ...cell, padding: '6px 0 6px 16px', whiteSpace: 'nowrap' }}
              >
                {value}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Says across the whole width that a mail is not the real thing. */
export function Watermark({ children }: { children: string }) {
  if (useContext(AsText)) return `*** ${children} ***\n\n`
  return (
    <Text
      style={{
        ...face,
        margin: '0 0 16px',
        padding: '10px 12px',
        border: `3px dashed ${light.danger}`,
        borderRadius: '14px',
        backgroundColor: light.raised,
        color: light.danger,
        fontSize: '16px',
        fontWeight: 700,
        lineHeight: 1.4,
        textAlign: 'center',
      }}
    >
      {children}
    </Text>
  )
}

/** Joins names as a sentence does: `A`, `A and B`, `A, B and C`. */
export function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
