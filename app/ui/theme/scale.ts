/** Lists what does not change between light and dark. */
export const scale = {
  space: {
    '1': '0.25rem',
    '2': '0.5rem',
    '3': '0.75rem',
    '4': '1rem',
    '5': '1.5rem',
    '6': '2rem',
    '7': '3rem',
    '8': '4rem',
    '9': '6rem',
    '10': '8rem',
  },
  radius: { sm: '0.5rem', md: '0.75rem', lg: '1.125rem', xl: '1.75rem', pill: '999px' },
  font: {
    display:
      '"Bricolage Display", "Bricolage as Arial", "Bricolage as Roboto", "Bricolage as DejaVu", sans-serif',
    body: 'Figtree, "Figtree as Arial", "Figtree as Roboto", "Figtree as DejaVu", sans-serif',
    mono: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  },
  text: {
    xs: '0.8125rem',
    sm: '0.9375rem',
    md: '1.0625rem',
    lg: '1.25rem',
    xl: 'clamp(1.375rem, 1.2rem + 0.9vw, 1.75rem)',
    '2xl': 'clamp(1.75rem, 1.4rem + 1.7vw, 2.5rem)',
    '3xl': 'clamp(2.375rem, 1.7rem + 3.2vw, 4rem)',
    hero: 'clamp(3.25rem, 1.9rem + 7vw, 7.5rem)',
  },
  weight: { normal: '400', medium: '500', semibold: '600', bold: '700', black: '800' },
  leading: { none: '0.94', tight: '1.08', snug: '1.3', normal: '1.55' },
  layer: {
    base: '0',
    sticky: '10',
    nav: '20',
    sheet: '30',
    dialog: '40',
    menu: '50',
    toast: '60',
    skip: '70',
  },
  size: {
    page: '76rem',
    prose: '42rem',
    form: '30rem',
    header: '4rem',
    bottomBar: '4rem',
    touch: '2.75rem',
  },
}

/** Sets durations and easings, and those for people who prefer reduced motion. */
export const motion = {
  full: {
    fast: '120ms',
    base: '220ms',
    slow: '420ms',
    easeOut: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
    spring: 'cubic-bezier(0.3, 1.4, 0.5, 1)',
  },
  reduced: { fast: '1ms', base: '1ms', slow: '1ms', easeOut: 'linear', spring: 'linear' },
}

/** Sets shadows: warm in the light theme, deep in the dark one. */
export const shadow = {
  dark: {
    low: '0 1px 2px rgb(0 0 0 / 0.4)',
    mid: '0 8px 24px -6px rgb(0 0 0 / 0.55)',
    high: '0 24px 64px -12px rgb(0 0 0 / 0.7)',
  },
  light: {
    low: '0 1px 2px rgb(84 43 36 / 0.1)',
    mid: '0 8px 24px -8px rgb(84 43 36 / 0.22)',
    high: '0 24px 64px -16px rgb(60 26 40 / 0.34)',
  },
}
