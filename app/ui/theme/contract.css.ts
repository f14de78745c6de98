import { createGlobalThemeContract } from '@vanilla-extract/css'

/**
 * Declares the names that every style may use. Colours are roles, not hues: light and dark fill the same names, so
 * a component that only uses this contract works in both. Values are in `palette.ts` (colours) and `scale.ts` (the
 * rest).
 */
export const theme = createGlobalThemeContract(
  {
    color: {
      /** Page background. */
      ground: '',
      /** Cards and panels on the ground. */
      surface: '',
      /** Floating layers: menus, dialogs, hovered rows. */
      raised: '',
      /** Recessed surfaces: progress tracks, tab lists, the footer. */
      sunk: '',
      /** Inside of inputs. */
      field: '',
      /** Text. `inkMuted` for second-level, `inkFaint` for captions; all are AA on every background above. */
      ink: '',
      inkMuted: '',
      inkFaint: '',
      /** Hairlines; `lineStrong` reaches 3:1 and outlines controls. */
      line: '',
      lineStrong: '',
      /**
       * Hibiscus: the one accent colour. `accentInk` is accent-coloured text, `accentSoft` its light background.
       */
      accent: '',
      accentHover: '',
      onAccent: '',
      accentInk: '',
      accentSoft: '',
      /** First light: small warm accents (stars, prices that matter, the mark). */
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
      /** Behind dialogs and sheets. */
      scrim: '',
      /** Text laid over photographs, and the shade under it; the same in both themes. */
      onPhoto: '',
      photoShade: '',
      /** Placeholder of a missing photograph: a sky before dawn. */
      skyHigh: '',
      skyMid: '',
      skyLow: '',
      skyGlow: '',
      /**
       * Colours of whole screens that must differ across a dark room, the same in both themes; `onSignal` is the
       * text on them.
       */
      signalGo: '',
      signalAgain: '',
      signalCheck: '',
      signalStop: '',
      onSignal: '',
    },
    /** 4 px steps that widen: 1=4 2=8 3=12 4=16 5=24 6=32 7=48 8=64 9=96 10=128. */
    space: { '1': '', '2': '', '3': '', '4': '', '5': '', '6': '', '7': '', '8': '', '9': '', '10': '' },
    radius: { sm: '', md: '', lg: '', xl: '', pill: '' },
    font: { display: '', body: '', mono: '' },
    /** Font sizes; those from `xl` on grow with the screen. */
    text: { xs: '', sm: '', md: '', lg: '', xl: '', '2xl': '', '3xl': '', hero: '' },
    weight: { normal: '', medium: '', semibold: '', bold: '', black: '' },
    leading: { none: '', tight: '', snug: '', normal: '' },
    /** Durations and easings; durations collapse under prefers-reduced-motion. */
    motion: { fast: '', base: '', slow: '', easeOut: '', spring: '' },
    /** Stacking order, lowest first. */
    layer: { base: '', sticky: '', nav: '', sheet: '', dialog: '', menu: '', toast: '', skip: '' },
    shadow: { low: '', mid: '', high: '' },
    size: {
      /** Widest content column and comfortable reading column. */
      page: '',
      prose: '',
      form: '',
      header: '',
      bottomBar: '',
      /** Smallest touch target. */
      touch: '',
    },
  },
  (_value, path) => path.join('-'),
)
