import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { CheckGroup } from '#ui/check-group.tsx'
import { FieldErrors, SelectField, SwitchField, TextareaField, TextField } from '#ui/field.tsx'
import type { EventEditor } from '../event-editor.ts'
import { newTypeValues } from '../event-editor.ts'
import type { ReleaseInput, TicketsFormInput, TicketTypeInput } from '../event-form.schema.ts'
import * as css from './event-form.css.ts'
import { type RoomChoice, TakenNote } from './event-form-rows.tsx'

type Form = FormMetadata<TicketsFormInput>
type TypeField = FieldMetadata<TicketTypeInput, TicketsFormInput>
type ReleaseField = FieldMetadata<ReleaseInput, TicketsFormInput>

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The ticket types with their prices. Rows are added and taken away with or without JavaScript. */
export function TicketTypes({
  form,
  types,
  rooms,
  taken,
}: {
  form: Form
  types: FieldMetadata<TicketsFormInput['types'], TicketsFormInput>
  rooms: readonly RoomChoice[]
  taken: EventEditor['taken']
}) {
  return (
    <div className={css.rows}>
      {types.getFieldList().map((type, index) => (
        <TicketType
          key={type.key}
          form={form}
          type={type}
          rooms={rooms}
          taken={taken}
          remove={
            <Button
              variant="ghost"
              size="sm"
              type="submit"
              {...form.remove.getButtonProps({ name: types.name, index })}
              aria-label={`Remove ticket type ${index + 1}`}
            >
              <Trash2 size={18} aria-hidden="true" />
              Remove
            </Button>
          }
        />
      ))}
      <FieldErrors id={`${types.id}-error`} errors={types.errors} />
      <div>
        <Button
          variant="secondary"
          type="submit"
          {...form.insert.getButtonProps({
            name: types.name,
            defaultValue: newTypeValues(rooms[0] ? [rooms[0].value] : []),
          })}
        >
          <Plus size={18} aria-hidden="true" />
          Add ticket type
        </Button>
      </div>
    </div>
  )
}

function TicketType({
  form,
  type,
  rooms,
  taken,
  remove,
}: {
  form: Form
  type: TypeField
  rooms: readonly RoomChoice[]
  taken: EventEditor['taken']
  remove: ReactNode
}) {
  const fields = type.getFieldset()
  return (
    <fieldset className={css.type}>
      <legend className={css.typeName}>{text(fields.name.value) || 'New ticket type'}</legend>
      <div className={css.typeRemove}>{remove}</div>
      <input
        type="hidden"
        name={fields.id.name}
        defaultValue={text(fields.id.initialValue)}
        key={fields.id.key}
      />
      <div className={css.pair}>
        <TextField meta={fields.name} label="Name" autoComplete="off" />
        <SelectField
          meta={fields.visibility}
          label="Who can buy"
          options={[
            { value: 'public', label: 'Everyone' },
            { value: 'code', label: 'People with a code' },
            { value: 'members', label: 'Members' },
            { value: 'staff', label: 'Door only' },
          ]}
        />
      </div>
      <TextareaField meta={fields.description} label="What's included" optional rows={2} />
      <CheckGroup meta={fields.pools} label="Rooms" options={rooms} />
      <Releases form={form} type={type} taken={taken} />
      <div className={css.pair}>
        <TextField meta={fields.saleStartsAt} label="Sale starts" optional type="datetime-local" />
        <TextField meta={fields.saleEndsAt} label="Sale ends" optional type="datetime-local" />
        <TextField
          meta={fields.membersSaleStartsAt}
          label="Members can buy from"
          optional
          type="datetime-local"
        />
        <TextField meta={fields.minPerOrder} label="Min per order" inputMode="numeric" />
        <TextField meta={fields.maxPerOrder} label="Max per order" inputMode="numeric" />
      </div>
      <SwitchField meta={fields.includesStream} label="Includes the live stream" />
      <SwitchField meta={fields.paused} label="Pause sales" />
    </fieldset>
  )
}

function Releases({ form, type, taken }: { form: Form; type: TypeField; taken: EventEditor['taken'] }) {
  const { releases } = type.getFieldset()
  const list = releases.getFieldList()
  return (
    <div className={css.rows}>
      {list.map((release, index) => (
        <Release
          key={release.key}
          release={release}
          taken={taken}
          last={index === list.length - 1}
          remove={
            list.length > 1 && (
              <IconButton
                label={`Remove price ${index + 1}`}
                type="submit"
                {...form.remove.getButtonProps({ name: releases.name, index })}
              >
                <Trash2 size={18} aria-hidden="true" />
              </IconButton>
            )
          }
        />
      ))}
      <FieldErrors id={`${releases.id}-error`} errors={releases.errors} />
      <div>
        <Button
          variant="ghost"
          size="sm"
          type="submit"
          {...form.insert.getButtonProps({
            name: releases.name,
            defaultValue: { name: 'Next', faceCents: '' },
          })}
        >
          <Plus size={18} aria-hidden="true" />
          Add price
        </Button>
      </div>
    </div>
  )
}

function Release({
  release,
  taken,
  last,
  remove,
}: {
  release: ReleaseField
  taken: EventEditor['taken']
  last: boolean
  remove: ReactNode
}) {
  const fields = release.getFieldset()
  return (
    <div className={css.priceRow}>
      <input
        type="hidden"
        name={fields.id.name}
        defaultValue={text(fields.id.initialValue)}
        key={fields.id.key}
      />
      <TextField meta={fields.name} label="Price name" autoComplete="off" />
      <TextField meta={fields.faceCents} label="Price ($)" inputMode="decimal" placeholder="0 for free" />
      <TextField
        meta={fields.quantity}
        label="Quantity"
        inputMode="numeric"
        placeholder={last ? 'All' : undefined}
      />
      <TextField meta={fields.endsAt} label="Until" type="datetime-local" />
      {remove}
      <TakenNote id={fields.id.initialValue} taken={taken} />
    </div>
  )
}
