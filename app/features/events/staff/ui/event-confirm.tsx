import { Form, useNavigation } from '@remix-run/react'
import { ArrowRight } from 'lucide-react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { type EventTabId, eventTabPath } from '../event-tabs.ts'
import { consequenceText } from '../save-consequences.rules.ts'
import type { SaveConsequence } from '../staff-events.types.ts'
import * as css from './event-confirm.css.ts'

const discardId = 'discard-draft'

/**
 * Says what unsaved changes of a tab mean for people who bought or hold, and saves them after consent. Works without JavaScript;
 * until then the changes are the reader's draft.
 * @param version the stored version that the changes are made to
 * @param refusal why the last try was refused
 */
export function EventConfirm({
  eventId,
  tab,
  version,
  currency,
  now,
  consequences,
  refusal,
}: {
  eventId: string
  tab: EventTabId
  version: string
  currency: string
  now: string
  consequences: readonly SaveConsequence[]
  refusal: string | null
}) {
  const busy = useNavigation().state === 'submitting'
  return (
    <div className={stack[5]}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      <Banner tone="warning" title="People have tickets already">
        <p>Nothing is saved yet. This is what your changes mean for them.</p>
      </Banner>
      <Form method="post" className={stack[4]} id="confirm">
        <input type="hidden" name="version" value={version} />
        {consequences.map((consequence) => {
          const { title, change, means } = consequenceText(consequence, currency, now)
          return (
            <Card as="section" padding="sm" key={consequence.key}>
              <div className={stack[2]} data-consequence={consequence.code}>
                <input type="hidden" name="confirmed" value={consequence.key} />
                <h2 className={css.title}>{title}</h2>
                {change && (
                  <p className={css.change}>
                    <span>
                      <span className={visuallyHidden}>From </span>
                      <s>{change.was}</s>
                    </span>
                    <ArrowRight size={16} aria-hidden="true" />
                    <span>
                      <span className={visuallyHidden}>to </span>
                      <strong>{change.becomes}</strong>
                    </span>
                  </p>
                )}
                {means.map((sentence) => (
                  <p key={sentence} className={text.small}>
                    {sentence}
                  </p>
                ))}
              </div>
            </Card>
          )
        })}
        <div className={cluster[3]}>
          <Button type="submit" busy={busy}>
            {consequences.some(({ code }) => code === 'times' || code === 'venue')
              ? 'Save and email buyers'
              : 'Save changes'}
          </Button>
          <a href={eventTabPath(eventId, tab)}>Back to the form</a>
        </div>
      </Form>
      <form id={discardId} method="post" action={paths.apiStaffEventDraft(eventId)}>
        <input type="hidden" name="tab" value={tab} />
        <input type="hidden" name="discard" value="on" />
        <Button type="submit" variant="ghost">
          Discard my changes
        </Button>
      </form>
    </div>
  )
}
