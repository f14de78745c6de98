/**
 * The address that opens the sign-in window, and takes its forms before JavaScript arrives.
 * @param redirect where to go afterwards
 */
export function signInPage(tab: 'login' | 'register', redirect: string): string {
  return `/?${new URLSearchParams({ auth: tab, redirect })}`
}
