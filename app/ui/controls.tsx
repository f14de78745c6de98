import { Eye, EyeOff } from 'lucide-react'
import { type ComponentPropsWithoutRef, forwardRef, useEffect, useState } from 'react'
import { classNames } from './class-names.ts'
import * as css from './field.css.ts'

export { TextInput } from './text-input.tsx'

/** Renders a text area; it grows with its content where the browser can. */
export const Textarea = forwardRef<HTMLTextAreaElement, ComponentPropsWithoutRef<'textarea'>>(
  function Textarea({ className, ...rest }, ref) {
    return <textarea {...rest} ref={ref} className={classNames(css.textarea, className)} />
  },
)

/**
 * Renders a password with a button that shows it. The button appears with JavaScript, without which it has no
 * effect.
 */
export const PasswordInput = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<'input'>>(
  function PasswordInput({ className, ...rest }, ref) {
    const [shown, setShown] = useState(false)
    const [hydrated, setHydrated] = useState(false)
    useEffect(() => setHydrated(true), [])
    return (
      <div className={css.passwordBox}>
        <input
          // Only a field of text may have it.
          autoCapitalize={shown ? 'none' : undefined}
          autoCorrect="off"
          spellCheck={false}
          {...rest}
          ref={ref}
          type={shown ? 'text' : 'password'}
          className={classNames(css.password, className)}
        />
        {hydrated && (
          <button
            type="button"
            className={css.reveal}
            aria-label="Show password"
            aria-pressed={shown}
            aria-controls={rest.id}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff size={20} aria-hidden="true" /> : <Eye size={20} aria-hidden="true" />}
          </button>
        )}
      </div>
    )
  },
)

/** Renders a checkbox. */
export const Checkbox = forwardRef<HTMLInputElement, Omit<ComponentPropsWithoutRef<'input'>, 'type'>>(
  function Checkbox({ className, ...rest }, ref) {
    return <input {...rest} ref={ref} type="checkbox" className={classNames(css.checkbox, className)} />
  },
)

/** Renders a switch. It is a checkbox underneath, so a form posts it like one. */
export const Switch = forwardRef<HTMLInputElement, Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'role'>>(
  function Switch({ className, ...rest }, ref) {
    return (
      <input
        {...rest}
        ref={ref}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own checked state
        role="switch"
        className={classNames(css.switchControl, className)}
      />
    )
  },
)
