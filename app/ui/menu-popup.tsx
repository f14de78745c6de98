import { Link } from '@remix-run/react'
import * as DropdownMenu from 'radix-ui/dropdown-menu'
import { useEffect, useRef, useState } from 'react'
import { type MenuProps, MenuText } from './menu-entry.tsx'
import * as css from './popup.css.ts'
import { TooltipProvider, TooltipTip } from './tooltip-tip.tsx'

export type MenuPopupProps = MenuProps & {
  /**
   * Holds the state that it takes over from the popover: open if it was opened (and by pointer or keyboard), focused if
   * the popover's button was.
   */
  start: { open: boolean; byKeyboard: boolean; focused: boolean }
}

/** Renders the menu once its code has loaded. Fetched by `Menu`. */
export function MenuPopup({
  label,
  trigger,
  namedByTrigger,
  triggerClassName,
  header,
  entries,
  start,
}: MenuPopupProps) {
  const [open, setOpen] = useState(start.open)
  // Keeps the tooltip closed when the focus returns to the button because the menu closes.
  const [tooltipOff, setTooltipOff] = useState(start.open)
  const speakAgain = () => setTooltipOff(open)
  // Moves the focus to the first entry if a key opened the menu before its code was loaded.
  const content = useRef<HTMLDivElement>(null)
  const startsAtFirst = useRef(start.open && start.byKeyboard)
  useEffect(() => {
    if (startsAtFirst.current) content.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
    startsAtFirst.current = false
  }, [])
  const [choices, rest] = [
    entries.filter((entry) => entry.kind === 'action' && entry.checked !== undefined),
    entries.filter((entry) => entry.kind !== 'action' || entry.checked === undefined),
  ]
  const chosen = choices.find((entry) => entry.kind === 'action' && entry.checked)
  return (
    <DropdownMenu.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) setTooltipOff(true)
      }}
      modal={false}
    >
      <TooltipProvider>
        <TooltipTip label={label} hidden={open || tooltipOff}>
          <DropdownMenu.Trigger
            className={triggerClassName}
            aria-label={namedByTrigger ? undefined : label}
            autoFocus={start.focused}
            onPointerLeave={speakAgain}
            onBlur={speakAgain}
          >
            {trigger}
          </DropdownMenu.Trigger>
        </TooltipTip>
      </TooltipProvider>
      {/* Not in a portal: it belongs to the landmark of its button. */}
      <DropdownMenu.Content
        ref={content}
        className={css.panel}
        align="end"
        sideOffset={8}
        collisionPadding={12}
        loop
      >
        {header && <div className={css.header}>{header}</div>}
        {choices.length > 0 && (
          <DropdownMenu.RadioGroup value={chosen?.kind === 'action' ? chosen.label : undefined}>
            {choices.map(
              (entry) =>
                entry.kind === 'action' && (
                  <DropdownMenu.RadioItem
                    key={entry.label}
                    value={entry.label}
                    textValue={entry.label}
                    className={css.item}
                    onSelect={entry.onSelect}
                  >
                    <MenuText {...entry} />
                  </DropdownMenu.RadioItem>
                ),
            )}
          </DropdownMenu.RadioGroup>
        )}
        {rest.map((entry) => {
          if (entry.kind === 'separator')
            return <DropdownMenu.Separator key={entry.key} className={css.separator} />
          if (entry.kind === 'link') {
            return (
              <DropdownMenu.Item key={entry.to} textValue={entry.label} className={css.item} asChild>
                <Link to={entry.to}>
                  <MenuText {...entry} />
                </Link>
              </DropdownMenu.Item>
            )
          }
          return (
            <DropdownMenu.Item
              key={entry.label}
              textValue={entry.label}
              className={css.item}
              onSelect={entry.onSelect}
            >
              <MenuText {...entry} />
            </DropdownMenu.Item>
          )
        })}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
