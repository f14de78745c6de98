import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import * as css from './dialog.css.ts'
import { enterTopLayer } from './top-layer.ts'

const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

export type DialogProps = {
  title: ReactNode
  description?: ReactNode
  /** Runs on Esc, the close button and a click beside the dialog. */
  onClose: () => void
  /** Leads from the close button before JavaScript arrives; given by dialogs that the server opens. */
  closeHref?: string
  /**
   * Chooses where it stands. dialog: about 30 rem; wide: 48 rem; sheet: from the side on wide screens, from below on a phone; top: 40 rem hanging
   * near the top, a phone's whole screen.
   */
  placement?: keyof typeof css.placement
  /** Makes the dialog as tall as a phone's screen, so that its content may change without moving the dialog. */
  tall?: boolean
  children: ReactNode
}

/**
 * Renders a modal dialog; render it while it is open. The platform's own element: it makes the rest of the page
 * inert, keeps the focus inside, closes on Esc and returns the focus. Rendered by the server it is open and usable
 * at once; the browser then makes it modal. An element with `data-autofocus` takes the focus on devices with a
 * keyboard; otherwise the title does, so that a phone does not open its on-screen keyboard. With
 * `data-autofocus="always"` it takes the focus everywhere: for a field that the person chose to open.
 */
export function Dialog({
  title,
  description,
  onClose,
  closeHref,
  placement = 'dialog',
  tall = false,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const descriptionId = useId()

  useIsomorphicLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return
    dialog.removeAttribute('open')
    dialog.showModal()
    const hasKeyboard = matchMedia('(hover: hover) and (pointer: fine)').matches
    const wanted = hasKeyboard ? '[data-autofocus]' : '[data-autofocus="always"]'
    const first = dialog.querySelector<HTMLElement>(wanted) ?? heading.current
    first?.focus({ preventScroll: true })
    const leaveTopLayer = enterTopLayer(dialog)
    return () => {
      leaveTopLayer()
      dialog.close()
    }
  }, [])

  // Closes only on clicks that also began beside the dialog: an element pressed inside may move away from under the
  // finger, and the browser then reports a click on the whole.
  const pressedBeside = useRef(false)
  const isBeside = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target !== element.current) return false
    const { left, right, top, bottom } = element.current.getBoundingClientRect()
    return event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom
  }
  const leave = (event: { preventDefault(): void }) => {
    event.preventDefault()
    onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes by keyboard, and `onCancel` handles it
    <dialog
      ref={element}
      open
      className={classNames(css.placement[placement], tall && css.tall)}
      aria-labelledby={titleId}
      aria-describedby={description ? descriptionId : undefined}
      onCancel={leave}
      onPointerDown={(event) => {
        pressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        if (pressedBeside.current && isBeside(event)) onClose()
      }}
    >
      <div className={css.inner}>
        <div className={css.head}>
          <div className={css.text}>
            <h2 id={titleId} ref={heading} tabIndex={-1} className={css.title}>
              {title}
            </h2>
            {description && (
              <p id={descriptionId} className={css.description}>
                {description}
              </p>
            )}
          </div>
          {closeHref ? (
            <a href={closeHref} className={css.close} aria-label="Close" onClick={leave}>
              <X size={22} aria-hidden="true" />
            </a>
          ) : (
            <button type="button" className={css.close} aria-label="Close" onClick={onClose}>
              <X size={22} aria-hidden="true" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}
