/** The theme a person chose; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system'

export const themeChoices = ['light', 'dark', 'system'] as const satisfies readonly ThemeChoice[]

/** @returns the choice, or `system` for anything that is not one */
export function readThemeChoice(value: unknown): ThemeChoice {
  return themeChoices.find((choice) => choice === value) ?? 'system'
}

/** The message for a changed theme (specification, section 9). */
export const themeMessages: Record<ThemeChoice, string> = {
  light: 'Light mode activated',
  dark: 'Dark mode activated',
  system: 'Using system preference for theme',
}
