import type { ReactNode } from 'react'
import { formatMoney } from '#core/money.ts'
import { moneyFigures } from '#core/money-figures.ts'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { eventPath } from '../../events.rules.ts'
import type { EventEditor } from '../event-editor.ts'
import { eventTabPath, eventTabs } from '../event-tabs.ts'
import { statusBadge } from '../staff-events.rules.ts'
import * as css from './event-frame.css.ts'

/**
 * Surrounds every tab of an event's editor: its title and state, and the tabs.
 */
export function EventFrame({ event, children }: { event: EventEditor; children: ReactNode }) {
  const { figures, status } = event
  const badge = statusBadge(status)
  const preview = paths.eventPreview(event.id, event.slug)
  const { version, imagePath, imageAlt } = event.values
  return (
    <div className={css.frame}>
      <PageHeader
        title={event.title}
        text={
          <span className={css.facts}>
            <Badge tone={badge.tone}>{badge.text}</Badge>
            {event.values.isTest && <Badge tone="info">Test</Badge>}
            <span>
              {figures.sold} of {figures.capacity} sold
              {figures.held > 0 && `, ${figures.held} on hold`} ·{' '}
              {formatMoney(figures.netCents, event.currency)} {moneyFigures.net.label.toLowerCase()}
            </span>
          </span>
        }
        actions={
          <>
            <LinkButton to={preview} variant="secondary" className={css.previewLink} reloadDocument>
              Preview
            </LinkButton>
            {status !== 'draft' && (
              <LinkButton to={eventPath(event)} variant="secondary">
                View page
              </LinkButton>
            )}
          </>
        }
      />
      <LinkTabs
        label="Parts of the event"
        tabs={eventTabs.map(({ id, label }) => ({ to: eventTabPath(event.id, id), label }))}
      />
      <div className={css.columns}>
        <div className={css.tab}>{children}</div>
        <section className={css.preview} aria-label="Preview on a phone">
          <p className={css.previewHead}>
            As visitors see it
            <a href={preview} target="_blank" rel="noreferrer">
              Open<span className={visuallyHidden}> the preview in a new tab</span>
            </a>
          </p>
          <iframe
            // Loads the page again when what it shows was saved.
            key={`${version} ${status} ${imagePath} ${imageAlt}`}
            title="Event page on a phone"
            src={preview}
            sandbox="allow-same-origin"
            loading="lazy"
            className={css.phone}
          />
        </section>
      </div>
    </div>
  )
}
