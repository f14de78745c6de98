import { ChevronDown } from 'lucide-react'
import { type ComponentPropsWithoutRef, forwardRef } from 'react'
import { classNames } from './class-names.ts'
import * as css from './field.css.ts'

export type SelectOption = { value: string; label: string; disabled?: boolean }

/** Renders a native select, which phones show best. `placeholder` adds an empty first choice. */
export const Select = forwardRef<
  HTMLSelectElement,
  ComponentPropsWithoutRef<'select'> & { options?: readonly SelectOption[]; placeholder?: string }
>(function Select({ className, options, placeholder, children, ...rest }, ref) {
  return (
    <div className={css.selectBox}>
      <select {...rest} ref={ref} className={classNames(css.select, className)}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown className={css.selectIcon} size={20} aria-hidden="true" />
    </div>
  )
})
