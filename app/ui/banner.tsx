import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import * as css from './banner.css.ts'
import { classNames } from './class-names.ts'

const icons = {
  neutral: Info,
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
}

export type BannerTone = keyof typeof css.tone

/**
 * Shows a message that stays: a failed payment, a cancelled event, an unpaid order.
 * @param announce read aloud as soon as it appears; for responses to something the person just did
 */
export function Banner({
  tone = 'neutral',
  title,
  children,
  action,
  announce = false,
  id,
  className,
}: {
  tone?: BannerTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  announce?: boolean
  id?: string
  className?: string
}) {
  const Icon = icons[tone]
  return (
    <div
      id={id}
      className={classNames(css.tone[tone], className)}
      role={announce ? (tone === 'danger' ? 'alert' : 'status') : undefined}
    >
      <Icon className={css.icon} size={20} aria-hidden="true" />
      <div className={css.body}>
        {title && <p className={css.title}>{title}</p>}
        {children}
        {action && <div className={css.action}>{action}</div>}
      </div>
    </div>
  )
}
