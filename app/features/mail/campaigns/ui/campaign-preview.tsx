import { Link, useSearchParams } from '@remix-run/react'
import { useId } from 'react'
import { Card } from '#ui/card.tsx'
import { stack, text as textStyles } from '#ui/layout.css.ts'
import { LinkTabs } from '#ui/tabs.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import type { CampaignPreview as Preview } from '../campaign.reads.server.ts'
import * as css from './campaign.css.ts'

const views = { phone: 'Phone', desktop: 'Desktop', text: 'Plain text' } as const
type View = keyof typeof views

/** Makes the markup look as it does for people with the other color scheme, whatever this browser's is. */
function themed(html: string, isDark: boolean): string {
  return html.replace('@media (prefers-color-scheme: dark)', isDark ? '@media all' : '@media not all')
}

/** Shows how a campaign looks now, at the width of a phone or a desk, light or dark, or as plain text. */
export function CampaignPreview({ preview }: { preview: Preview }) {
  const [params] = useSearchParams()
  const titleId = useId()
  const asked = params.get('view') ?? ''
  const view: View = Object.hasOwn(views, asked) ? (asked as View) : 'phone'
  const isDark = params.get('theme') === 'dark'
  const toView = (name: View, theme: boolean) => `?view=${name}${theme ? '&theme=dark' : ''}`
  return (
    <Card as="section" aria-labelledby={titleId} className={stack[3]}>
      <h2 id={titleId} className={css.blockTitle}>
        Preview
      </h2>
      <LinkTabs
        label="Preview on"
        tabs={Object.entries(views).map(([name, label]) => ({
          to: toView(name as View, isDark),
          label,
          current: name === view,
        }))}
      />
      <p className={css.subject} data-testid="preview-subject">
        {preview.subject || 'No subject yet'}
      </p>
      {view === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and the keyboard has to reach it
        <pre className={css.plain} tabIndex={0} data-testid="preview-text">
          {preview.text}
        </pre>
      ) : (
        <>
          <div className={css.window}>
            <iframe
              className={css.view[view]}
              title={`Email on a ${view === 'phone' ? 'phone' : 'desktop'}, ${isDark ? 'dark' : 'light'}`}
              sandbox="allow-same-origin"
              srcDoc={themed(preview.html, isDark)}
            />
          </div>
          <Link to={toView(view, !isDark)} preventScrollReset replace className={touchLink}>
            {isDark ? 'Show light' : 'Show dark'}
          </Link>
        </>
      )}
      <p className={textStyles.small}>{Math.ceil(preview.bytes / 1024)} kB of 100 kB</p>
    </Card>
  )
}
