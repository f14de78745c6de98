import * as paths from '#core/paths.ts'

/**
 * The address that opens the sign-in window, and takes its forms before JavaScript arrives.
 * @param redirect where to go afterwards
 */
export function signInPage(tab: 'login' | 'register', redirect: string): string {
  return paths.home({ auth: tab, redirect })
}
