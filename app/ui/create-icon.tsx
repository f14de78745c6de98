import type { LucideIcon, LucideProps } from 'lucide-react'
import { createElement, forwardRef } from 'react'

type IconData = { name: string; node: [tag: string, attributes: Record<string, string>][] }

/**
 * Draws a lucide icon. The built site uses it in place of lucide's own function of that name, which carries
 * features on every page that we don't use: attributes of other names, sizes from a context, classes for each name.
 */
export default function createIcon({ name, node }: IconData): LucideIcon {
  const Icon = forwardRef<SVGSVGElement, LucideProps>(({ size = 24, strokeWidth = 2, ...rest }, ref) => {
    const look = {
      ref,
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': rest['aria-label'] || rest.role ? undefined : true,
      ...rest,
    } as const
    return createElement(
      'svg',
      look,
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  })
  Icon.displayName = name
  return Icon
}
