import type { ReactNode } from 'react'
import { formatMoney } from '#core/money.ts'
import { Badge } from '#ui/badge.tsx'
import { LinkButton } from '#ui/button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { eventPath } from '../../events.rules.ts'
import type { EventEditor } from '../event-editor.ts'
import { eventTabPath, eventTabs } from '../event-tabs.ts'
import { statusBadge } from '../staff-events.rules.ts'
import * as css from './event-frame.css.ts'

/**
 * What surrounds every tab of an event's editor: its title and state, and the tabs.
 */
export function EventFrame({ event, children }: { event: EventEditor; children: ReactNode }) {
  const { figures, status } = event
  const badge = statusBadge(status)
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
              {formatMoney(figures.grossCents, event.currency)}
            </span>
          </span>
        }
        actions={
          <LinkButton to={eventPath(event)} variant="secondary">
            {status === 'draft' ? 'Preview' : 'View page'}
          </LinkButton>
        }
      />
      <LinkTabs
        label="Parts of the event"
        tabs={eventTabs.map(({ id, label }) => ({ to: eventTabPath(event.id, id), label }))}
      />
      {children}
    </div>
  )
}
