import { type ComponentPropsWithoutRef, createElement, type ReactNode } from 'react'
import * as css from './card.css.ts'
import { classNames } from './class-names.ts'

export { coverLink } from './card.css.ts'

type CardProps = {
  /** Chooses the element: `article` for things in a list, `section` with a heading, `div` otherwise. */
  as?: 'div' | 'article' | 'section' | 'li' | 'aside'
  /** Chooses the padding. none: content reaches the edge (art on top); sm: dense; md: default. */
  padding?: keyof typeof css.padding
  /** Lifts under the pointer. Put one link with the class `coverLink` inside. */
  interactive?: boolean
  className?: string
  children: ReactNode
} & Omit<ComponentPropsWithoutRef<'div'>, 'className' | 'children'>

/** Renders a panel on the page's ground. */
export function Card({
  as = 'div',
  padding = 'md',
  interactive = false,
  className,
  children,
  ...rest
}: CardProps) {
  return createElement(
    as,
    { ...rest, className: classNames(css.padding[padding], interactive && css.interactive, className) },
    children,
  )
}
