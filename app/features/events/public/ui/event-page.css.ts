import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** Order on a phone: picture, text, tickets, the rest. From `lg` the tickets are beside the text and stay in view. */
export const layout = style({
  display: 'grid',
  gap: theme.space[6],
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateAreas: '"head" "tickets" "rest"',
  '@media': {
    [media.lg]: {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(22rem, 26rem)',
      gridTemplateAreas: '"head tickets" "rest tickets"',
      gridTemplateRows: 'auto 1fr',
      columnGap: theme.space[7],
    },
  },
})

export const head = style({
  gridArea: 'head',
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[5],
  minWidth: 0,
})
export const tickets = style({ gridArea: 'tickets', minWidth: 0 })
export const ticketsInner = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  '@media': { [media.lg]: { position: 'sticky', top: `calc(${theme.size.header} + ${theme.space[5]})` } },
})
export const rest = style({
  gridArea: 'rest',
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[7],
  minWidth: 0,
})

export const art = style({
  position: 'relative',
  aspectRatio: '16 / 10',
  borderRadius: theme.radius.xl,
  overflow: 'clip',
  '@media': {
    // the title stays on the first screen of a desktop
    [media.lg]: { aspectRatio: '2 / 1' },
    [media.belowMd]: {
      // the picture reaches the edges of a phone
      marginInline: `calc(-1 * ${theme.space[4]})`,
      marginTop: `calc(-1 * ${theme.space[6]})`,
      width: `calc(100% + 2 * ${theme.space[4]})`,
      borderRadius: 0,
    },
  },
})

export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })
/** A long title steps down, so that the date stays near it. */
export const longTitle = style({ fontSize: theme.text['2xl'] })
export const summary = style({
  fontSize: theme.text.lg,
  lineHeight: theme.leading.snug,
  color: theme.color.inkMuted,
  maxWidth: theme.size.prose,
})
export const section = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  maxWidth: theme.size.prose,
})
export const sectionTitle = style({ fontSize: theme.text.xl })

export const ticketsHead = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  marginBottom: theme.space[4],
})
export const members = style({ display: 'flex', flexDirection: 'column', gap: theme.space[4] })
