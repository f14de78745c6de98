/** Sets the breakpoints of layouts. `md` is the medium breakpoint: below it the bottom bar replaces the top navigation. */
export const breakpoint = { sm: 480, md: 768, lg: 1024, xl: 1280 } as const

/** Lists media queries for vanilla-extract's `'@media'` keys. */
export const media = {
  sm: `screen and (min-width: ${breakpoint.sm}px)`,
  md: `screen and (min-width: ${breakpoint.md}px)`,
  lg: `screen and (min-width: ${breakpoint.lg}px)`,
  xl: `screen and (min-width: ${breakpoint.xl}px)`,
  /** Fits desks without a touch screen: what is pressed may be lower than a finger. */
  lgMouse: `screen and (min-width: ${breakpoint.lg}px) and (not (any-pointer: coarse))`,
  belowLg: `screen and (max-width: ${breakpoint.lg - 0.02}px)`,
  belowMd: `screen and (max-width: ${breakpoint.md - 0.02}px)`,
  /** Fits phones on which little more than a code fits. */
  short: `screen and (max-width: ${breakpoint.md - 0.02}px) and (max-height: 700px)`,
  /** Fits a window so low, or so enlarged, that bars which stay would take half of it. */
  low: 'screen and (max-height: 31rem)',
  hover: '(hover: hover) and (pointer: fine)',
  dark: '(prefers-color-scheme: dark)',
  reducedMotion: '(prefers-reduced-motion: reduce)',
  moreContrast: '(prefers-contrast: more)',
  print: 'print',
} as const
