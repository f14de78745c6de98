import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox, Field, Select, TextInput } from '#ui/field.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import type { DoorLayout } from '../door-layout.types.ts'
import * as css from './door-layout.css.ts'
import * as formCss from './event-form.css.ts'

type Reply = { intent: string; id: string | null; errors: Record<string, string[] | null> } | null
type Place = { id?: string; name: string }

/** Edits the zones and gates of an event, each by a form of its own. Works before JavaScript arrives. */
export function DoorLayoutSections({ layout, reply }: { layout: DoorLayout; reply: Reply }) {
  const { zones, gates } = layout
  const problem = reply?.errors[''] ?? (reply?.intent === 'remove' ? Object.values(reply.errors)[0] : null)
  return (
    <>
      <FormSection
        id="section-zones"
        title="Zones"
        hint="Places with a legal capacity of their own. When one is full, scanners stop letting people in until a door manager lifts the hold."
      >
        {problem && <Banner tone="danger" title={problem[0]} announce />}
        {zones.map((zone) => (
          <ZoneForm key={zone.id} zone={zone} reply={reply?.id === zone.id ? reply : null} />
        ))}
        <ZoneForm reply={reply?.intent === 'zone' && !reply.id ? reply : null} />
      </FormSection>
      <FormSection
        id="section-gates"
        title="Gates"
        hint="Entrances by the name that staff choose in the scanner. A gate can lead to a zone and be for some ticket types only."
      >
        {gates.map((gate) => (
          <GateForm key={gate.id} gate={gate} layout={layout} reply={reply?.id === gate.id ? reply : null} />
        ))}
        <GateForm layout={layout} reply={reply?.intent === 'gate' && !reply.id ? reply : null} />
      </FormSection>
    </>
  )
}

/** One row: what it is called, and the form that changes it. */
function PlaceRow({
  place,
  title,
  intent,
  reply,
  children,
}: {
  place: Place
  title: string
  intent: 'zone' | 'gate'
  reply: Reply
  children: (errors: Record<string, string[] | null>, prefix: string) => ReactNode
}) {
  const prefix = `${intent}-${place.id ?? 'new'}`
  return (
    <details className={css.row} open={reply !== null}>
      <summary className={css.summary}>{title}</summary>
      <div className={css.body}>
        <Form method="post" id={prefix} className={stack[4]}>
          <input type="hidden" name="intent" value={intent} />
          {place.id && <input type="hidden" name="id" value={place.id} />}
          {children(reply?.errors ?? {}, prefix)}
        </Form>
        {place.id && (
          <Form method="post" id={`${prefix}-remove`}>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="id" value={place.id} />
          </Form>
        )}
        <div className={cluster[3]}>
          <Button type="submit" form={prefix} variant="secondary">
            {place.id ? 'Save' : `Add ${intent}`}
          </Button>
          {place.id && (
            <Button type="submit" form={`${prefix}-remove`} variant="ghost">
              Remove {place.name}
            </Button>
          )}
        </div>
      </div>
    </details>
  )
}

function NameField({
  prefix,
  name,
  longest,
  errors,
}: {
  prefix: string
  name: string | undefined
  longest: number
  errors: string[] | null | undefined
}) {
  return (
    <Field id={`${prefix}-name`} label="Name" errors={errors ?? undefined}>
      {(control) => (
        <TextInput
          {...control}
          name="name"
          defaultValue={name}
          required
          maxLength={longest}
          autoComplete="off"
        />
      )}
    </Field>
  )
}

function ZoneForm({ zone, reply }: { zone?: DoorLayout['zones'][number]; reply: Reply }) {
  return (
    <PlaceRow
      place={zone ?? { name: '' }}
      title={zone ? `${zone.name}, ${zone.capacity.toLocaleString('en-US')} people` : 'Add zone'}
      intent="zone"
      reply={reply}
    >
      {(errors, prefix) => (
        <div className={formCss.pair}>
          <NameField prefix={prefix} name={zone?.name} longest={40} errors={errors.name} />
          <Field id={`${prefix}-capacity`} label="Legal capacity" errors={errors.capacity ?? undefined}>
            {(control) => (
              <TextInput
                {...control}
                name="capacity"
                defaultValue={zone?.capacity}
                required
                inputMode="numeric"
              />
            )}
          </Field>
        </div>
      )}
    </PlaceRow>
  )
}

function GateForm({
  gate,
  layout,
  reply,
}: {
  gate?: DoorLayout['gates'][number]
  layout: DoorLayout
  reply: Reply
}) {
  const zone = layout.zones.find(({ id }) => id === gate?.zoneId)
  const types = layout.types.filter(({ id }) => gate?.typeIds.includes(id))
  const title = gate
    ? [
        gate.name,
        zone && `to ${zone.name}`,
        types.length > 0 && `for ${types.map(({ name }) => name).join(', ')}`,
      ]
        .filter(Boolean)
        .join(', ')
    : 'Add gate'
  return (
    <PlaceRow place={gate ?? { name: '' }} title={title} intent="gate" reply={reply}>
      {(errors, prefix) => (
        <>
          <div className={formCss.pair}>
            <NameField prefix={prefix} name={gate?.name} longest={60} errors={errors.name} />
            <Field id={`${prefix}-zone`} label="Leads to" errors={errors.zone ?? undefined}>
              {(control) => (
                <Select
                  {...control}
                  name="zone"
                  defaultValue={gate?.zoneId ?? ''}
                  options={[
                    { value: '', label: 'No zone' },
                    ...layout.zones.map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                />
              )}
            </Field>
          </div>
          <fieldset className={css.types}>
            <legend>Ticket types (none: all)</legend>
            {layout.types.map(({ id, name }) => (
              <label key={id} className={css.type} htmlFor={`${prefix}-${id}`}>
                <Checkbox
                  id={`${prefix}-${id}`}
                  name="types"
                  value={id}
                  defaultChecked={gate?.typeIds.includes(id)}
                />
                {name}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </PlaceRow>
  )
}
