import {
  type ComponentType,
  cloneElement,
  type PointerEvent,
  type ReactElement,
  useRef,
  useState,
} from 'react'
import * as css from './popup.css.ts'
import { whenReleased } from './when-released.ts'

type TipProps = { label: string; focused: boolean; children: ReactElement }

function load() {
  return import('./tooltip-tip.tsx').then(
    ({ TooltipProvider, TooltipTip }): ComponentType<TipProps> =>
      function LoadedTip(props) {
        return (
          <TooltipProvider>
            <TooltipTip {...props} />
          </TooltipProvider>
        )
      },
  )
}

/**
 * Shows a control's name when a pointer rests on it or the keyboard reaches it. It repeats the accessible name and
 * is never the only way to learn it. Its code is fetched when a pointer first comes near; until then the browser shows `title`.
 */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  const place = useRef<HTMLSpanElement>(null)
  const [focused, setFocused] = useState(false)
  const [Tip, setTip] = useState<ComponentType<TipProps> | null>(null)
  if (Tip) {
    return (
      <Tip label={label} focused={focused}>
        {children}
      </Tip>
    )
  }
  // Ignores touch: a finger covers what it points at.
  const fetchOnce = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return
    load().then(
      (loaded) =>
        whenReleased(place.current, () => {
          // Keeps the control in place: a dialog returns the focus to the control that opened it. The next pointer
          // tries again.
          if (document.querySelector('dialog[open]')) return
          setFocused(place.current?.contains(document.activeElement) ?? false)
          setTip(() => loaded)
        }),
      () => {},
    )
  }
  return (
    <span ref={place} className={css.tooltipPlace} onPointerEnter={fetchOnce}>
      {cloneElement(children, { title: label })}
    </span>
  )
}
