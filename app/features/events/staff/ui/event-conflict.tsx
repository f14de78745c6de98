import { Form, useNavigation } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import type { ShownConflict } from '../event-conflict.server.ts'
import { type DraftKey, draftPath, draftTab, eventTabLabel } from '../event-tabs.ts'
import * as css from './event-conflict.css.ts'

const sides = [
  { side: 'mine', label: 'Yours' },
  { side: 'theirs', label: 'Saved now' },
] as const

const discardId = 'discard-draft'

/**
 * Compares what two people changed of one form at once, and asks field by field whose value counts. Works without JavaScript;
 * until it is answered, both are kept: theirs in the event, the reader's as their draft.
 * @param version the stored version that is compared
 * @param refusal why the last try was refused
 */
export function EventConflict({
  eventId,
  draftKey,
  version,
  conflicts,
  refusal,
}: {
  eventId: string
  draftKey: DraftKey
  version: string
  conflicts: readonly ShownConflict[]
  refusal: string | null
}) {
  const busy = useNavigation().state === 'submitting'
  return (
    <div className={stack[5]}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      <Banner
        tone="warning"
        title={`Someone else saved “${eventTabLabel(draftTab(draftKey))}” while you were editing`}
      >
        <p>
          {conflicts.length === 0
            ? 'You changed different things. Saving keeps both.'
            : 'Nothing is lost. Where you both changed the same field, choose which one to keep. Everything else you or they changed is kept.'}
        </p>
      </Banner>
      <Form method="post" className={stack[4]} id="conflict">
        <input type="hidden" name="version" value={version} />
        {conflicts.map(({ path, label, ...values }) => (
          <Card as="section" padding="sm" key={path}>
            <fieldset className={css.field}>
              <legend className={css.label}>{label}</legend>
              <div className={css.sides}>
                {sides.map(({ side, label: name }) => (
                  <label key={side} className={css.side} htmlFor={`${path}-${side}`}>
                    <span className={css.choice}>
                      <input
                        type="radio"
                        id={`${path}-${side}`}
                        name={`take ${path}`}
                        value={side}
                        required
                      />
                      {name}
                    </span>
                    <span className={css.value}>{values[side]}</span>
                  </label>
                ))}
              </div>
            </fieldset>
          </Card>
        ))}
        <div className={cluster[3]}>
          <Button type="submit" busy={busy}>
            {conflicts.length === 0 ? 'Save both' : 'Save my choices'}
          </Button>
          {conflicts.length > 0 &&
            sides.map(({ side }) => (
              <Button key={side} type="submit" variant="secondary" name="all" value={side} formNoValidate>
                {side === 'mine' ? 'Keep all of mine' : 'Keep all of theirs'}
              </Button>
            ))}
        </div>
      </Form>
      <form id={discardId} method="post" action={paths.apiStaffEventDraft(eventId)} className={cluster[3]}>
        <input type="hidden" name="tab" value={draftKey} />
        <input type="hidden" name="discard" value="on" />
        <a href={draftPath(eventId, draftKey)}>Back to the form</a>
        <Button type="submit" variant="ghost">
          Discard everything I changed
        </Button>
      </form>
      <p className={text.small}>
        Until you choose, your version stays with you as a draft and theirs is live.
      </p>
    </div>
  )
}
