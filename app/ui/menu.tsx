import { Link } from '@remix-run/react'
import { type ComponentType, type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from './class-names.ts'
import { type MenuProps, MenuText } from './menu-entry.tsx'
import type { MenuPopupProps } from './menu-popup.tsx'
import * as css from './popup.css.ts'

/**
 * Renders a dropdown menu. The server renders a popover of links and small forms, which the browser opens by
 * itself; the real menu (arrow keys, typeahead, placement) is fetched when a pointer or the keyboard comes near.
 */
export function Menu(props: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [Popup, setPopup] = useState<ComponentType<MenuPopupProps> | null>(null)
  const [start, setStart] = useState({ open: false, byKeyboard: false, focused: false })
  const wanted = useRef(false)
  const pressed = useRef(false)
  const byKeyboard = useRef(false)
  const plainId = useId()

  const load = () => {
    import('./menu-popup.tsx').then(
      ({ MenuPopup }) => {
        // Renders at once: a key pressed before the next render would reach a button that is being replaced.
        flushSync(() => {
          setStart({
            open: wanted.current || pressed.current,
            byKeyboard: byKeyboard.current,
            focused: document.activeElement === button.current,
          })
          setPopup(() => MenuPopup)
        })
      },
      // Ignores a failed fetch: the popover that is already here still opens.
      () => {
        if (wanted.current) document.getElementById(plainId)?.showPopover?.()
      },
    )
  }
  const press = (event: PointerEvent) => {
    pressed.current = event.button === 0
  }
  const letGo = () => {
    pressed.current = false
  }
  const open = (event: { preventDefault(): void }) => {
    event.preventDefault()
    wanted.current = true
    load()
  }
  // Handles the key on its way down: when it comes up, the menu's own button may be in place.
  const openByKey = (event: KeyboardEvent) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
    byKeyboard.current = true
    open(event)
  }

  if (Popup) return <Popup {...props} start={start} />
  return (
    <>
      <button
        ref={button}
        type="button"
        className={props.triggerClassName}
        aria-label={props.namedByTrigger ? undefined : props.label}
        title={props.label}
        onPointerEnter={load}
        onFocus={load}
        // Waits for the release: if the menu replaces the button before it, no click follows.
        onPointerDown={press}
        onPointerCancel={letGo}
        onPointerLeave={letGo}
        onClick={open}
        onKeyDown={openByKey}
        // React 18 has no name of its own for this attribute.
        {...{ popovertarget: plainId }}
      >
        {props.trigger}
      </button>
      <PlainMenu id={plainId} {...props} />
    </>
  )
}

/** Renders the menu before JavaScript arrives: links and forms in a popover. */
function PlainMenu({ id, header, entries }: { id: string } & Pick<MenuProps, 'header' | 'entries'>) {
  return (
    <div id={id} className={classNames(css.panel, css.hanging)} {...{ popover: 'auto' }}>
      {header && <div className={css.header}>{header}</div>}
      {entries.map((entry) => {
        if (entry.kind === 'separator') return <hr key={entry.key} className={css.separator} />
        if (entry.kind === 'link') {
          return (
            <Link key={entry.to} to={entry.to} className={css.item}>
              <MenuText {...entry} />
            </Link>
          )
        }
        return (
          <form key={entry.label} method="post" action={entry.form.action}>
            {Object.entries(entry.form.fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className={css.item}>
              <MenuText {...entry} />
            </button>
          </form>
        )
      })}
    </div>
  )
}
