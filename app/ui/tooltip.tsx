import { type ComponentType, type ReactElement, useState } from 'react'

type TipProps = { label: string; children: ReactElement }

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
 * A word that appears when a pointer rests on a control or the keyboard reaches it. It repeats what the control is
 * already called and is never the only way to learn it. Its code is fetched when a pointer first comes near.
 */
export function Tooltip({ label, children }: TipProps) {
  const [Tip, setTip] = useState<ComponentType<TipProps> | null>(null)
  if (Tip) return <Tip label={label}>{children}</Tip>
  const fetchOnce = () => {
    load().then(
      (loaded) => setTip(() => loaded),
      () => {},
    )
  }
  return <span onPointerEnter={fetchOnce}>{children}</span>
}
