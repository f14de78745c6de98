import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import type { DoorZone } from '../door.types.ts'
import { alarmText } from '../zones/zones.rules.ts'
import { liftFormSchema, recountFormSchema } from '../zones/zones.schema.ts'

/** The decisions of a door manager about a zone: how many people are there, and whether more may come in. */
export function ZoneDecision({
  event,
  zone,
  recountId,
  reply,
}: {
  event: string
  zone: DoorZone
  /** Names the recount: sent again, it counts once. */
  recountId: string
  reply: { intent: string; result: SubmissionResult } | null
}) {
  const address = paths.doorOccupancy({ event, zone: zone.id })
  const replyTo = (intent: string) => (reply?.intent === intent ? reply.result : null)
  const recount = useIntentForm(recountFormSchema, { intent: 'recount', reply: replyTo('recount') })
  const lift = useIntentForm(liftFormSchema, {
    intent: 'lift',
    reply: replyTo('lift'),
    defaultValue: { more: zone.inNow < zone.capacity ? '0' : '1' },
  })
  return (
    <div className={stack[5]}>
      <p>
        {zone.inNow} of {zone.capacity} in {zone.name}. {alarmText(zone)}.
      </p>
      {zone.isHeld && (
        <FormSection
          id="lift"
          title="Lift the hold"
          hint="Scanners let people in again, until it’s full with those you allow."
        >
          <IntentForm form={lift.form} intent="lift" action={address}>
            <input type="hidden" name="zone" value={zone.id} />
            <TextField
              meta={lift.fields.more}
              label="How many more may come in"
              hint="0 once people have left."
              inputMode="numeric"
            />
            <TextField meta={lift.fields.reason} label="Reason" autoComplete="off" />
            <Button type="submit" busy={lift.busy}>
              Lift the hold
            </Button>
          </IntentForm>
        </FormSection>
      )}
      <FormSection
        id="recount"
        title="Recount"
        hint="Count the people in the zone. The difference is kept as a correction."
      >
        <IntentForm form={recount.form} intent="recount" action={address}>
          <input type="hidden" name="id" value={recountId} />
          <input type="hidden" name="zone" value={zone.id} />
          <TextField meta={recount.fields.counted} label="People counted" inputMode="numeric" />
          <TextField meta={recount.fields.reason} label="Reason" autoComplete="off" />
          <div className={cluster[3]}>
            <Button type="submit" busy={recount.busy}>
              Save the count
            </Button>
            <LinkButton to={paths.doorOccupancy({ event })} variant="secondary">
              Back
            </LinkButton>
          </div>
        </IntentForm>
      </FormSection>
    </div>
  )
}
