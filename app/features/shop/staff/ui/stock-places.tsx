import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { stockPlaceSchema } from '../inventory.schema.ts'
import type { StockPlaces } from '../inventory.types.ts'

/**
 * Lists the places of stock, each with its name to change, and adds one.
 * @param reply what the server responded, and about which place (null: the new one)
 */
export function StockPlacesPage({
  places,
  reply,
}: {
  places: StockPlaces
  reply: { id: string | null; result: SubmissionResult } | null
}) {
  return (
    <div className={stack[5]}>
      {places.map((place) => (
        <PlaceForm
          key={`${place.id} ${place.name}`}
          place={place}
          reply={reply?.id === place.id ? reply.result : null}
        />
      ))}
      <PlaceForm key={places.length} place={null} reply={reply && reply.id === null ? reply.result : null} />
    </div>
  )
}

function PlaceForm({ place, reply }: { place: StockPlaces[number] | null; reply: SubmissionResult | null }) {
  const intent = place ? `save-${place.id}` : 'add'
  const { form, fields, busy } = useIntentForm(stockPlaceSchema, {
    intent,
    reply,
    defaultValue: { id: place?.id, name: place?.name ?? '' },
  })
  const title = `place-${place?.id ?? 'new'}`
  return (
    <Card as="section" aria-labelledby={title}>
      <div className={stack[3]}>
        <div className={cluster[2]}>
          <h2 id={title}>{place ? place.name : 'New place'}</h2>
          {place?.kind === 'warehouse' && <Badge>Warehouse</Badge>}
          {place?.archivedAt && <Badge>Archived</Badge>}
        </div>
        <IntentForm form={form} intent="save" action={paths.adminStockPlaces()}>
          {place && <input type="hidden" name="id" value={place.id} />}
          <TextField meta={fields.name} label="Name" autoComplete="off" />
          <div className={cluster[2]}>
            <Button type="submit" variant="secondary" busy={busy}>
              {place ? (place.archivedAt ? 'Restore' : 'Save name') : 'Add place'}
            </Button>
            {place && !place.archivedAt && (
              <Button type="submit" variant="ghost" name="archive" value="1">
                Archive
              </Button>
            )}
          </div>
        </IntentForm>
      </div>
    </Card>
  )
}
