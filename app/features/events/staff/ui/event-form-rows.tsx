import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldErrors, TextField } from '#ui/field.tsx'
import type { EventEditor } from '../event-editor.ts'
import { nextPoolKey } from '../event-editor.ts'
import type { TicketsFormInput } from '../event-form.schema.ts'
import * as css from './event-form.css.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The rooms of the form as ticket types may draw on them. */
export type RoomChoice = { value: string; label: string }

/** Shows how much of a row is sold and held, before staff change it. */
export function TakenNote({ id, taken }: { id: unknown; taken: EventEditor['taken'] }) {
  const numbers = taken[text(id)]
  if (!numbers || numbers.sold + numbers.held === 0) return null
  return (
    <p className={css.rowNote}>
      {numbers.sold} sold{numbers.held > 0 && `, ${numbers.held} on hold`}
    </p>
  )
}

/** The rooms with their capacity. */
export function Rooms({
  form,
  pools,
  rooms,
  taken,
}: {
  form: FormMetadata<TicketsFormInput>
  pools: FieldMetadata<TicketsFormInput['pools'], TicketsFormInput>
  rooms: readonly RoomChoice[]
  taken: EventEditor['taken']
}) {
  const list = pools.getFieldList()
  return (
    <div className={css.rows}>
      {list.map((pool, index) => {
        const room = pool.getFieldset()
        return (
          <div key={pool.key} className={css.roomRow}>
            <input
              type="hidden"
              name={room.id.name}
              defaultValue={text(room.id.initialValue)}
              key={room.id.key}
            />
            <input
              type="hidden"
              name={room.key.name}
              defaultValue={text(room.key.initialValue)}
              key={room.key.key}
            />
            <TextField meta={room.name} label="Name" autoComplete="off" />
            <TextField meta={room.capacity} label="Capacity" inputMode="numeric" />
            {list.length > 1 && (
              <IconButton
                label={`Remove room ${index + 1}`}
                type="submit"
                {...form.remove.getButtonProps({ name: pools.name, index })}
              >
                <Trash2 size={18} aria-hidden="true" />
              </IconButton>
            )}
            <TakenNote id={room.id.initialValue} taken={taken} />
          </div>
        )
      })}
      <FieldErrors id={`${pools.id}-error`} errors={pools.errors} />
      <div>
        <Button
          variant="secondary"
          type="submit"
          {...form.insert.getButtonProps({
            name: pools.name,
            defaultValue: { key: nextPoolKey(rooms.map((room) => room.value)), name: '', capacity: '' },
          })}
        >
          <Plus size={18} aria-hidden="true" />
          Add room
        </Button>
      </div>
    </div>
  )
}
