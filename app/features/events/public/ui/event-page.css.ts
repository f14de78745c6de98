import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'
import { kept } from './event-card.css.ts'

/** The columns of poster and title, which the sections below keep. */
const besidePoster = 'clamp(13rem, 27vw, 25rem) minmax(0, 1fr)'

/** The row of the title, which a taller poster does not stretch. */
const asHighAsTitle = 'minmax(min-content, 0)'

/**
 * Order on a phone: poster, title, tickets, ways to share, the rest. Links to share stand below the tickets there, because the bars at
 * the bottom of the first screen would cover half of them. From `md` the poster stands beside the title and those ways; from `lg` the
 * tickets are a third column that stays in view.
 */
export const layout = style({
  display: 'grid',
  gap: theme.space[6],
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateAreas: '"poster" "head" "tickets" "share" "rest"',
  '@media': {
    [media.belowMd]: { rowGap: theme.space[4] },
    [media.md]: {
      gridTemplateColumns: '18rem minmax(0, 1fr)',
      gridTemplateAreas: '"poster head" "poster share" "tickets tickets" "rest rest"',
      gridTemplateRows: `${asHighAsTitle} auto`,
    },
    [media.lg]: {
      gridTemplateColumns: `${besidePoster} clamp(20rem, 28vw, 24rem)`,
      gridTemplateAreas: '"poster head tickets" "poster share tickets" "rest rest tickets"',
      gridTemplateRows: `${asHighAsTitle} auto 1fr`,
      rowGap: theme.space[8],
    },
    [media.xl]: { columnGap: theme.space[7] },
  },
})

/** The part of a phone's first screen that the poster may take: what title, date, place and bars leave. */
const free = 'max(10rem, 100svh - 27.25rem)'

export const wall = style({
  gridArea: 'poster',
  minWidth: 0,
  '@media': {
    [media.belowMd]: {
      display: 'grid',
      justifyItems: 'center',
      marginInline: `calc(-1 * ${theme.space[4]})`,
      marginTop: `calc(-1 * ${theme.space[6]})`,
      paddingTop: theme.space[4],
      background: `linear-gradient(${theme.color.sunk}, ${theme.color.ground})`,
    },
  },
})
/** Never cropped: its width follows from the height that it may take. */
export const poster = style({
  overflow: 'clip',
  borderRadius: theme.radius.md,
  boxShadow: theme.shadow.high,
  // The picture of the card that leads here becomes it.
  viewTransitionName: 'event-picture',
  '@media': { [media.belowMd]: { width: `min(0.8 * ${free}, 100vw - 2 * ${theme.space[4]})` } },
})

// On this page the poster alone has the name, not the cards of similar events.
globalStyle(`body:has(${poster}) article ${kept}`, { viewTransitionName: 'none' })

export const head = style({
  gridArea: 'head',
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  minWidth: 0,
  '@media': { [media.md]: { gap: theme.space[4] } },
})
export const badges = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  selectors: { '&:empty': { display: 'none' } },
})
export const genres = style({
  fontSize: theme.text.sm,
  fontWeight: theme.weight.bold,
  color: theme.color.accentInk,
})
export const title = style({
  fontSize: 'clamp(2.25rem, 0.75rem + 4.2vw, 4.25rem)',
  lineHeight: '1',
  letterSpacing: '-0.03em',
  overflowWrap: 'anywhere',
})
/** A long title steps down, so that date and place stay on the first screen. */
export const longTitle = style({ fontSize: theme.text.xl, overflowWrap: 'anywhere' })
export const summary = style({
  fontSize: theme.text.lg,
  lineHeight: theme.leading.snug,
  color: theme.color.inkMuted,
})

export const series = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.space[3] })

export const tickets = style({ gridArea: 'tickets', minWidth: 0 })
export const ticketsInner = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  '@media': { [media.lg]: { position: 'sticky', top: `calc(${theme.size.header} + ${theme.space[5]})` } },
})
export const terms = style({
  paddingTop: theme.space[3],
  borderTop: `1px solid ${theme.color.line}`,
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
  color: theme.color.inkMuted,
})
export const members = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })

/** Two columns where they fit, filled in the order of reading. */
export const rest = style({
  gridArea: 'rest',
  display: 'grid',
  alignItems: 'start',
  gap: `${theme.space[7]} ${theme.space[6]}`,
  minWidth: 0,
  '@media': {
    [media.md]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' },
    [media.lg]: { gridTemplateColumns: besidePoster },
    [media.xl]: { columnGap: theme.space[7] },
  },
})
export const section = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  maxWidth: theme.size.prose,
  minWidth: 0,
})
export const sectionTitle = style({ fontSize: theme.text.xl })

/** The part with the other dates of a series. */
export const moreDates = style([section, { marginTop: theme.space[7] }])
/** The other dates of a series. */
export const dates = style({
  display: 'grid',
  gap: theme.space[2],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(17rem, 100%), 1fr))',
  listStyle: 'none',
  padding: 0,
})
export const date = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: theme.space[3],
  minHeight: theme.size.touch,
  padding: `${theme.space[2]} ${theme.space[3]}`,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  color: theme.color.ink,
})
