import { useEffect, useState } from 'react'
import { themeCookieName } from '#core/cookies.ts'
import { readThemeChoice, type ThemeChoice, themeMessages } from '#core/theme-choice.ts'
import { writeCookie, writeStored } from './storage.ts'
import { toast } from './toast.ts'

const storageKey = 'theme'
const changedEvent = 'theme-changed'

/**
 * Follows the chosen theme, wherever on the page (or in another tab) it is changed.
 * @param initial what the server rendered the page with
 */
export function useThemeChoice(initial: ThemeChoice): ThemeChoice {
  const [choice, setChoice] = useState(initial)
  useEffect(() => {
    const follow = () => setChoice(readThemeChoice(document.documentElement.dataset.theme))
    const followTab = ({ key, newValue }: StorageEvent) => {
      if (key !== storageKey || newValue === null) return
      document.documentElement.dataset.theme = readThemeChoice(newValue)
      follow()
    }
    window.addEventListener(changedEvent, follow)
    window.addEventListener('storage', followTab)
    return () => {
      window.removeEventListener(changedEvent, follow)
      window.removeEventListener('storage', followTab)
    }
  }, [])
  return choice
}

/**
 * Changes the theme at once, stores it and confirms it for two seconds. The cookie lets the server render the next
 * page in it; local storage keeps the preference key of the interface.
 */
export function chooseTheme(choice: ThemeChoice): void {
  document.documentElement.dataset.theme = choice
  writeCookie(themeCookieName, choice)
  writeStored('local', storageKey, choice)
  window.dispatchEvent(new Event(changedEvent))
  toast.success({ id: 'theme', title: 'Theme Changed', text: themeMessages[choice], duration: 2000 })
}
