import { Check, Share2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { LinkButton } from './button.tsx'

/**
 * Renders a link to a page that passes it on when pressed: by the device's share sheet, or where there is none by copying
 * text and address. Before JavaScript arrives it leads to the page.
 * @param path of the page on this site
 * @param url its full address
 * @param text what is said with it
 */
export function ShareLink({
  path,
  url,
  text,
  children,
}: {
  path: string
  url: string
  text: string
  children: ReactNode
}) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 4000)
    return () => clearTimeout(timer)
  }, [copied])

  const pass = (event: MouseEvent) => {
    if (typeof navigator.share === 'function') {
      event.preventDefault()
      // Closing the sheet without sharing rejects.
      navigator.share({ text, url }).catch(() => undefined)
    } else if (navigator.clipboard) {
      event.preventDefault()
      void navigator.clipboard.writeText(`${text} ${url}`).then(() => setCopied(true))
    }
  }
  const Icon = copied ? Check : Share2
  return (
    <LinkButton to={path} onClick={pass} variant="secondary" block>
      <Icon size={20} aria-hidden="true" />
      <span aria-live="polite">{copied ? 'Link copied' : children}</span>
    </LinkButton>
  )
}
