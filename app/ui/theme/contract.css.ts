import { createGlobalThemeContract } from '@vanilla-extract/css'

/**
 * Declares the names that every style may use. Colours are roles, not hues: light and dark fill the same names, so
 * a component that only uses this contract works in both. Values are in `core/palette.ts` (colours) and `scale.ts` (the
 * rest).
 */
export const theme = createGlobalThemeContract(
  {
    color: {
      /** Fills the page's background. */
      ground: '',
      /** Fills cards and panels on the ground. */
      surface: '',
      /** Fills floating layers: menus, dialogs, hovered rows. */
      raised: '',
      /** Fills recessed surfaces: progress tracks, tab lists, the footer. */
      sunk: '',
      /** Fills the inside of inputs. */
      field: '',
      /** Colours text: `inkMuted` for second-level, `inkFaint` for captions; all are AA on every background above. */
      ink: '',
      inkMuted: '',
      inkFaint: '',
      /** Draws hairlines; `lineStrong` reaches 3:1 and outlines controls. */
      line: '',
      lineStrong: '',
      /**
       * Colours the one accent, hibiscus. `accentInk` is accent-coloured text, `accentSoft` its light background.
       */
      accent: '',
      accentHover: '',
      onAccent: '',
      accentInk: '',
      accentSoft: '',
      /** Colours small warm accents: stars, prices that matter, the mark. */
      gold: '',
      danger: '',
      dangerSoft: '',
      dangerFill: '',
      onDangerFill: '',
      success: '',
      successSoft: '',
      warning: '',
      warningSoft: '',
      info: '',
      infoSoft: '',
      /** Focus ring. */
      focus: '',
      /** Darkens what is behind dialogs and sheets. */
      scrim: '',
      /** Colours text laid over photographs, and the shade under it; the same in both themes. */
      onPhoto: '',
      photoShade: '',
      /** Fills the place of a missing photograph: a sky before dawn. */
      skyHigh: '',
      skyMid: '',
      skyLow: '',
      skyGlow: '',
      /**
       * Colours whole screens that must differ across a dark room, the same in both themes; `onSignal` is the
       * text on them.
       */
      signalGo: '',
      signalAgain: '',
      signalCheck: '',
      signalStop: '',
      onSignal: '',
    },
    /** Widens in steps of 4 px: 1=4 2=8 3=12 4=16 5=24 6=32 7=48 8=64 9=96 10=128. */
    space: { '1': '', '2': '', '3': '', '4': '', '5': '', '6': '', '7': '', '8': '', '9': '', '10': '' },
    radius: { sm: '', md: '', lg: '', xl: '', pill: '' },
    font: { display: '', body: '', mono: '' },
    /** Sets font sizes; those from `xl` on grow with the screen. */
    text: { xs: '', sm: '', md: '', lg: '', xl: '', '2xl': '', '3xl': '', hero: '' },
    weight: { normal: '', medium: '', semibold: '', bold: '', black: '' },
    leading: { none: '', tight: '', snug: '', normal: '' },
    /** Sets durations and easings; durations collapse under prefers-reduced-motion. */
    motion: { fast: '', base: '', slow: '', easeOut: '', spring: '' },
    /** Orders stacked layers, lowest first. */
    layer: { base: '', sticky: '', nav: '', sheet: '', dialog: '', menu: '', toast: '', skip: '' },
    shadow: { low: '', mid: '', high: '' },
    size: {
      /** Limits the content column and the reading column. */
      page: '',
      prose: '',
      form: '',
      header: '',
      bottomBar: '',
      /** Sets the smallest touch target. */
      touch: '',
    },
  },
  (_value, path) => path.join('-'),
)
