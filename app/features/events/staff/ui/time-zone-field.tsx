import { type FieldMeta, SelectField } from '#ui/field.tsx'
import { TIME_ZONES } from '../time-zones.ts'

/** The choice of an event's time zone, its present one among them. */
export function TimeZoneField({ meta }: { meta: FieldMeta }) {
  const zone = typeof meta.initialValue === 'string' ? meta.initialValue : ''
  const known = !zone || TIME_ZONES.some(({ value }) => value === zone)
  return (
    <SelectField
      meta={meta}
      label="Time zone"
      options={known ? TIME_ZONES : [{ value: zone, label: zone }, ...TIME_ZONES]}
    />
  )
}
