import { assignVars, globalStyle } from '@vanilla-extract/css'
import { dark, light } from '#core/palette.ts'
import { theme } from './contract.css.ts'
import { media } from './media.ts'
import { motion, scale, shadow } from './scale.ts'

const lightTheme = {
  ...assignVars(theme.color, light),
  ...assignVars(theme.shadow, shadow.light),
}
const darkTheme = {
  ...assignVars(theme.color, dark),
  ...assignVars(theme.shadow, shadow.dark),
}

globalStyle(':root', {
  vars: {
    ...lightTheme,
    ...assignVars(theme.space, scale.space),
    ...assignVars(theme.radius, scale.radius),
    ...assignVars(theme.font, scale.font),
    ...assignVars(theme.text, scale.text),
    ...assignVars(theme.weight, scale.weight),
    ...assignVars(theme.leading, scale.leading),
    ...assignVars(theme.layer, scale.layer),
    ...assignVars(theme.size, scale.size),
    ...assignVars(theme.motion, motion.full),
  },
  colorScheme: 'light',
  '@media': {
    [media.reducedMotion]: { vars: assignVars(theme.motion, motion.reduced) },
  },
})

globalStyle(':root[data-theme="dark"]', { vars: darkTheme, colorScheme: 'dark' })

// Lets "system" follow the device over the same names, so that the server need not know the theme.
globalStyle(':root[data-theme="system"]', {
  '@media': { [media.dark]: { vars: darkTheme, colorScheme: 'dark' } },
})
