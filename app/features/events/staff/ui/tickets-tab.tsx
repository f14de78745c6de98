import { SelectField, SwitchField, TextField } from '#ui/field.tsx'
import { FormSection } from '#ui/office/form-section.tsx'
import { newTicketsValues } from '../event-editor.ts'
import { ticketsFormSchema } from '../event-form.schema.ts'
import * as css from './event-form.css.ts'
import { Rooms } from './event-form-rows.tsx'
import { TicketTypes } from './event-form-tickets.tsx'
import { EventTabForm, type EventTabProps, useEventTab } from './event-tab.tsx'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Edits what an event sells: its rooms, its ticket types with their prices, fees and limits. */
export function TicketsTab({ event, lastResult }: EventTabProps) {
  const { values, taken } = event
  const isNew = values.pools.length === 0 && values.types.length === 0
  const [form, fields] = useEventTab(
    ticketsFormSchema,
    isNew ? { ...values, ...newTicketsValues() } : values,
    lastResult,
  )
  const rooms = fields.pools.getFieldList().map((pool) => {
    const { key, name } = pool.getFieldset()
    return { value: text(key.value), label: text(name.value) || 'New room' }
  })
  return (
    <EventTabForm form={form} version={fields.version} event={event}>
      <FormSection
        id="section-rooms"
        title="Rooms"
        hint="How many people each room holds. We never sell more than that."
      >
        <Rooms form={form} pools={fields.pools} rooms={rooms} taken={taken} />
      </FormSection>

      <FormSection
        id="section-tickets"
        title="Tickets"
        hint="Each ticket type has one or more prices. When one sells out or ends, the next one starts."
      >
        <TicketTypes form={form} types={fields.types} rooms={rooms} taken={taken} />
      </FormSection>

      <FormSection id="section-money" title="Fees and limits" hint="Prices on the site include these fees.">
        <div className={css.pair}>
          <TextField meta={fields.feeFixedCents} label="Fee per ticket ($)" inputMode="decimal" />
          <TextField meta={fields.feeBps} label="Fee (%)" inputMode="decimal" />
          <TextField meta={fields.taxBps} label="Tax (%)" inputMode="decimal" hint="Added at checkout." />
          <TextField
            meta={fields.maxPerPerson}
            label="Limit per person"
            optional
            inputMode="numeric"
            hint="Leave blank to use the site's limit."
          />
        </div>
        <SwitchField meta={fields.taxOnFees} label="Tax the fees too" />
        <SwitchField meta={fields.salesPaused} label="Pause all sales" />
      </FormSection>

      <FormSection
        id="section-sharing"
        title="Transfers and returns"
        hint="Transfer: holders give a ticket to someone else, and whoever paid stays the one who gets a refund. Return: once the event is sold out, they list a ticket and get back what they paid when someone buys it. You keep the difference if the price has gone up."
      >
        <SelectField
          meta={fields.ticketSharing}
          label="What holders can do with a ticket they can't use"
          options={[
            { value: 'transfers', label: 'Transfer it, or return it' },
            { value: 'returns', label: 'Return it only' },
            { value: 'off', label: 'Neither' },
          ]}
        />
      </FormSection>

      <FormSection
        id="section-refunds"
        title="Refunds"
        hint="What buyers can do by themselves. Orders keep the policy they were placed under. If you cancel the event, everyone gets everything back."
      >
        <div className={css.pair}>
          <TextField
            meta={fields.refundHours}
            label="Refunds until (hours before doors)"
            optional
            inputMode="numeric"
            hint="48 is two days. Leave blank to sell without refunds."
          />
          <TextField
            meta={fields.refundKeptPercent}
            label="Keep of the price (%)"
            inputMode="numeric"
            hint="0 refunds the full price."
          />
        </div>
        <SwitchField meta={fields.refundKeepsFee} label="Keep the service fee" />
      </FormSection>
    </EventTabForm>
  )
}
