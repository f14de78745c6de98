import { lineUpFormSchema } from '../event-form.schema.ts'
import { LineUpRows } from './event-form-rows.tsx'
import { EventTabForm, type EventTabProps, Section, useEventTab } from './event-tab.tsx'

/** Who plays at an event, and when. */
export function LineUpTab({ event, lastResult }: EventTabProps) {
  const [form, fields] = useEventTab(lineUpFormSchema, event.values, lastResult)
  return (
    <EventTabForm form={form} version={fields.version} event={event}>
      <Section id="section-line-up" title="Line-up" hint="Times are local to the venue.">
        <LineUpRows form={form} acts={fields.lineUp} />
      </Section>
    </EventTabForm>
  )
}
