import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldErrors, SelectField, SwitchField, TextareaField, TextField } from '#ui/field.tsx'
import { FormSection } from '#ui/office/form-section.tsx'
import type { EventEditor } from '../event-editor.ts'
import {
  type AddOnInput,
  type ExtrasFormInput,
  extrasFormSchema,
  type PackageInput,
  type TableInput,
} from '../extras-form.schema.ts'
import * as css from './event-form.css.ts'
import { TakenNote } from './event-form-rows.tsx'
import { EventTabForm, type EventTabProps, useEventTab } from './event-tab.tsx'

type Form = FormMetadata<ExtrasFormInput>
type Choice = { value: string; label: string }

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const buyers = [
  { value: 'public', label: 'Everyone' },
  { value: 'members', label: 'Members' },
  { value: 'staff', label: 'Staff only' },
]

/** Edits what an event sells beside single tickets: packages, add-ons and tables. */
export function ExtrasTab({ event, lastResult }: EventTabProps) {
  const { values, taken } = event
  const [form, fields] = useEventTab(extrasFormSchema, values, lastResult)
  const types = values.types.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <EventTabForm form={form} version={fields.version} event={event}>
      <FormSection
        id="section-packages"
        title="Packages"
        hint={
          types.length === 0
            ? 'Add a ticket type on the Tickets tab first.'
            : 'Several tickets sold together at one price. Each guest gets a ticket of their own.'
        }
      >
        {types.length > 0 && <Packages form={form} packages={fields.packages} types={types} taken={taken} />}
      </FormSection>
      <FormSection
        id="section-add-ons"
        title="Add-ons"
        hint="Coat check, drink tokens, parking: bought with a ticket and handed over at the event."
      >
        <AddOns form={form} addOns={fields.addOns} taken={taken} />
      </FormSection>
      <FormSection
        id="section-tables"
        title="Tables"
        hint="Booked online for a deposit. The host gets a ticket for each guest; the rest is paid at the venue."
      >
        {types.length > 0 && <Tables form={form} tables={fields.tables} types={types} taken={taken} />}
      </FormSection>
    </EventTabForm>
  )
}

function Packages({
  form,
  packages,
  types,
  taken,
}: {
  form: Form
  packages: FieldMetadata<ExtrasFormInput['packages'], ExtrasFormInput>
  types: readonly Choice[]
  taken: EventEditor['taken']
}) {
  return (
    <div className={css.rows}>
      {packages.getFieldList().map((one, index) => {
        const fields = (one as FieldMetadata<PackageInput, ExtrasFormInput>).getFieldset()
        return (
          <Extra
            key={one.key}
            name={text(fields.name.value) || 'New package'}
            remove={form.remove.getButtonProps({ name: packages.name, index })}
            label={`Remove package ${index + 1}`}
            id={fields.id}
          >
            <div className={css.pair}>
              <TextField meta={fields.name} label="Name" autoComplete="off" />
              <SelectField meta={fields.visibility} label="Who can buy" options={buyers} />
              <TextField meta={fields.priceCents} label="Price of the package ($)" inputMode="decimal" />
              <TextField meta={fields.maxPerOrder} label="Max per order" inputMode="numeric" />
            </div>
            <Components form={form} components={fields.components} types={types} />
            <TextareaField meta={fields.description} label="What's included" optional rows={2} />
            <div className={css.pair}>
              <TextField meta={fields.saleStartsAt} label="Sale starts" optional type="datetime-local" />
              <TextField meta={fields.saleEndsAt} label="Sale ends" optional type="datetime-local" />
            </div>
            <SwitchField meta={fields.paused} label="Pause sales" />
            <TakenNote id={fields.id.initialValue} taken={taken} />
          </Extra>
        )
      })}
      <FieldErrors id={`${packages.id}-error`} errors={packages.errors} />
      <Add
        label="Add package"
        button={form.insert.getButtonProps({
          name: packages.name,
          defaultValue: {
            name: '',
            visibility: 'public',
            maxPerOrder: '5',
            components: [{ typeId: types[0]?.value ?? '', units: '4' }],
          },
        })}
      />
    </div>
  )
}

function Components({
  form,
  components,
  types,
}: {
  form: Form
  components: FieldMetadata<PackageInput['components'], ExtrasFormInput>
  types: readonly Choice[]
}) {
  const list = components.getFieldList()
  return (
    <div className={css.rows}>
      {list.map((component, index) => {
        const fields = component.getFieldset()
        return (
          <div key={component.key} className={css.roomRow}>
            <SelectField meta={fields.typeId} label="Ticket type" options={types} />
            <TextField meta={fields.units} label="Tickets" inputMode="numeric" />
            {list.length > 1 && (
              <IconButton
                label={`Remove ticket type ${index + 1}`}
                type="submit"
                {...form.remove.getButtonProps({ name: components.name, index })}
              >
                <Trash2 size={18} aria-hidden="true" />
              </IconButton>
            )}
          </div>
        )
      })}
      <FieldErrors id={`${components.id}-error`} errors={components.errors} />
      {list.length < types.length && (
        <div>
          <Button
            variant="ghost"
            size="sm"
            type="submit"
            {...form.insert.getButtonProps({
              name: components.name,
              defaultValue: { typeId: types[list.length]?.value ?? '', units: '1' },
            })}
          >
            <Plus size={18} aria-hidden="true" />
            Add ticket type
          </Button>
        </div>
      )}
    </div>
  )
}

function AddOns({
  form,
  addOns,
  taken,
}: {
  form: Form
  addOns: FieldMetadata<ExtrasFormInput['addOns'], ExtrasFormInput>
  taken: EventEditor['taken']
}) {
  return (
    <div className={css.rows}>
      {addOns.getFieldList().map((one, index) => {
        const fields = (one as FieldMetadata<AddOnInput, ExtrasFormInput>).getFieldset()
        return (
          <Extra
            key={one.key}
            name={text(fields.name.value) || 'New add-on'}
            remove={form.remove.getButtonProps({ name: addOns.name, index })}
            label={`Remove add-on ${index + 1}`}
            id={fields.id}
          >
            <div className={css.pair}>
              <TextField meta={fields.name} label="Name" autoComplete="off" />
              <SelectField meta={fields.visibility} label="Who can buy" options={buyers} />
              <TextField
                meta={fields.priceCents}
                label="Price ($)"
                inputMode="decimal"
                placeholder="0 for free"
              />
              <TextField meta={fields.capacity} label="Stock" inputMode="numeric" />
              <TextField meta={fields.maxPerTicket} label="Max per ticket" inputMode="numeric" />
            </div>
            <TextareaField meta={fields.description} label="Description" optional rows={2} />
            <SwitchField meta={fields.paused} label="Pause sales" />
            <TakenNote id={fields.id.initialValue} taken={taken} />
          </Extra>
        )
      })}
      <FieldErrors id={`${addOns.id}-error`} errors={addOns.errors} />
      <Add
        label="Add add-on"
        button={form.insert.getButtonProps({
          name: addOns.name,
          defaultValue: { name: '', visibility: 'public', maxPerTicket: '1' },
        })}
      />
    </div>
  )
}

function Tables({
  form,
  tables,
  types,
  taken,
}: {
  form: Form
  tables: FieldMetadata<ExtrasFormInput['tables'], ExtrasFormInput>
  types: readonly Choice[]
  taken: EventEditor['taken']
}) {
  return (
    <div className={css.rows}>
      {tables.getFieldList().map((one, index) => {
        const fields = (one as FieldMetadata<TableInput, ExtrasFormInput>).getFieldset()
        return (
          <Extra
            key={one.key}
            name={text(fields.name.value) || 'New table'}
            remove={form.remove.getButtonProps({ name: tables.name, index })}
            label={`Remove table ${index + 1}`}
            id={fields.id}
          >
            <div className={css.pair}>
              <TextField meta={fields.name} label="Name" autoComplete="off" />
              <TextField meta={fields.section} label="Section" autoComplete="off" />
              <SelectField meta={fields.typeId} label="Guests' ticket type" options={types} />
              <SelectField meta={fields.visibility} label="Who can book" options={buyers} />
              <TextField meta={fields.minGuests} label="Min guests" inputMode="numeric" />
              <TextField meta={fields.maxGuests} label="Max guests" inputMode="numeric" />
            </div>
            <TextareaField meta={fields.description} label="What's included" optional rows={2} />
            <div className={css.pair}>
              <TextField meta={fields.minimumSpendCents} label="Minimum spend ($)" inputMode="decimal" />
              <TextField meta={fields.gratuityBps} label="Gratuity (%)" inputMode="decimal" />
              <TextField meta={fields.depositCents} label="Deposit ($)" optional inputMode="decimal" />
              <TextField
                meta={fields.depositBps}
                label="Or deposit (% of minimum spend)"
                optional
                inputMode="decimal"
              />
              <TextField
                meta={fields.lastArrivalAt}
                label="Arrival cutoff"
                optional
                type="datetime-local"
                hint="The door can release the table 30 minutes later."
              />
            </div>
            <SwitchField meta={fields.paused} label="Pause bookings" />
            <TakenNote id={fields.id.initialValue} taken={taken} />
          </Extra>
        )
      })}
      <FieldErrors id={`${tables.id}-error`} errors={tables.errors} />
      <Add
        label="Add table"
        button={form.insert.getButtonProps({
          name: tables.name,
          defaultValue: {
            name: '',
            section: '',
            typeId: types[0]?.value ?? '',
            visibility: 'public',
            minGuests: '4',
            maxGuests: '8',
            gratuityBps: '20',
          },
        })}
      />
    </div>
  )
}

type FormButton = ReturnType<Form['remove']['getButtonProps']>

/** One package, add-on or table of the form. */
function Extra({
  name,
  remove,
  label,
  id,
  children,
}: {
  name: string
  remove: FormButton
  label: string
  id: { name: string; key: string | undefined; initialValue?: unknown }
  children: ReactNode
}) {
  return (
    <fieldset className={css.type}>
      <legend className={css.typeName}>{name}</legend>
      <div className={css.typeRemove}>
        <Button variant="ghost" size="sm" type="submit" {...remove} aria-label={label}>
          <Trash2 size={18} aria-hidden="true" />
          Remove
        </Button>
      </div>
      <input type="hidden" name={id.name} defaultValue={text(id.initialValue)} key={id.key} />
      {children}
    </fieldset>
  )
}

function Add({ label, button }: { label: string; button: FormButton }) {
  return (
    <div>
      <Button variant="secondary" type="submit" {...button}>
        <Plus size={18} aria-hidden="true" />
        {label}
      </Button>
    </div>
  )
}
