/**
 * Waits while something is pressed inside an element: an element that is replaced between press and release gets no
 * click.
 * @param act called at once when nothing is pressed, else right after the click
 */
export function whenReleased(element: Element | null, act: () => void): void {
  const pressed = element?.matches(':active') || element?.querySelector(':active')
  if (pressed) window.addEventListener('pointerup', () => setTimeout(act), { once: true, capture: true })
  else act()
}
