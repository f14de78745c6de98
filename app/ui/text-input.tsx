import { type ComponentPropsWithoutRef, forwardRef } from 'react'
import { classNames } from './class-names.ts'
import * as css from './field.css.ts'

/** Renders a line of text. */
export const TextInput = forwardRef<HTMLInputElement, ComponentPropsWithoutRef<'input'>>(function TextInput(
  { className, type = 'text', ...rest },
  ref,
) {
  return <input {...rest} ref={ref} type={type} className={classNames(css.control, className)} />
})
