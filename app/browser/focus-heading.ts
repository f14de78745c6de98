/**
 * Moves the focus to the heading of the page that was navigated to, so that it is read aloud and the keyboard goes on from there.
 * Leaves it in a field that the page focused itself and in an open dialog, and where the address names a part of the page.
 */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  const focused = document.activeElement
  if (!heading || location.hash !== '') return
  if (document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]')) return
  if (focused?.closest('main') && focused.matches('input, textarea, select')) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
