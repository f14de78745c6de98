import { Link, type LinkProps } from '@remix-run/react'
import { type ButtonHTMLAttributes, forwardRef, type MouseEvent, type ReactNode } from 'react'
import * as css from './button.css.ts'
import { classNames } from './class-names.ts'
import { SpinnerRing } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'
import { visuallyHidden } from './visually-hidden.css.ts'

type Look = {
  /** Chooses the look. primary: the main action; secondary: its alternatives; ghost: without a frame; danger: cannot be undone. */
  variant?: keyof typeof css.variant
  /** Chooses the size: sm and md 44 px, lg 54 px high; sm has smaller text and less padding. */
  size?: keyof typeof css.size
  /** Takes the whole width of its container. */
  block?: boolean
}

function look({ variant = 'primary', size = 'md', block = false }: Look, className?: string) {
  return classNames(css.variant[variant], css.size[size], block && css.block, className)
}

export type ButtonProps = Look &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Marks the button as working: it keeps focus and width, shows a ring, ignores clicks. */
    busy?: boolean
  }

/** Renders a button. `type` is `button` unless given: write `type="submit"` in forms. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, block, busy = false, className, children, onClick, type = 'button', ...rest },
  ref,
) {
  const refuse = (event: MouseEvent<HTMLButtonElement>) => event.preventDefault()
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={look({ variant, size, block }, className)}
      onClick={busy ? refuse : onClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
    >
      <span className={css.content}>{children}</span>
      {busy && (
        <span className={css.busy}>
          <SpinnerRing />
          <span className={visuallyHidden}>Working</span>
        </span>
      )}
    </button>
  )
})

/** Renders a link that looks like a button: for navigation, never for an action. */
export const LinkButton = forwardRef<HTMLAnchorElement, Look & LinkProps>(function LinkButton(
  { variant, size, block, className, children, ...rest },
  ref,
) {
  return (
    <Link {...rest} ref={ref} className={look({ variant, size, block }, className)}>
      <span className={css.content}>{children}</span>
    </Link>
  )
})

export type IconButtonProps = Omit<ButtonProps, 'children' | 'block'> & {
  /** Names the button for screen readers; an icon alone has no name. */
  label: string
  children: ReactNode
}

/** Renders a round button with an icon; its name is read aloud, and shown as a tooltip. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, variant = 'ghost', size = 'md', className, children, ...rest },
  ref,
) {
  return (
    <Tooltip label={label}>
      <Button
        {...rest}
        ref={ref}
        variant={variant}
        size={size}
        className={classNames(css.icon, css.iconSize[size], className)}
      >
        {children}
        <span className={visuallyHidden}>{label}</span>
      </Button>
    </Tooltip>
  )
})
