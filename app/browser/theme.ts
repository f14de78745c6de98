import { themeCookieName } from '#core/cookies.ts'
import { type ThemeChoice, themeMessages } from '#core/theme-choice.ts'
import { writeStored } from './storage.ts'
import { toast } from './toast.ts'

const yearSeconds = 365 * 24 * 60 * 60

/**
 * Changes the theme at once, remembers it (the cookie tells the server, so that the next page comes in the right one;
 * local storage keeps the preference key of the interface) and says so for two seconds.
 */
export function chooseTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = choice
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = `${themeCookieName}=${choice}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
  writeStored('local', 'theme', choice)
  toast.success({ id: 'theme', title: 'Theme Changed', text: themeMessages[choice], duration: 2000 })
}
