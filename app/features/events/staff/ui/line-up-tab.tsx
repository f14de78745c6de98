import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldErrors, TextField } from '#ui/field.tsx'
import { FormSection } from '#ui/office/form-section.tsx'
import { EventArt } from '#ui/picture.tsx'
import { isNamedAct } from '../../events.rules.ts'
import type { Artist } from '../../events.types.ts'
import { type LineUpFormInput, lineUpFormSchema } from '../event-form.schema.ts'
import * as formCss from './event-form.css.ts'
import { EventTabForm, type EventTabProps, useEventTab } from './event-tab.tsx'
import * as css from './line-up-tab.css.ts'

/** An artist as the rows of a lineup need them. */
export type KnownArtist = Pick<Artist, 'name' | 'imagePath'>

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Id of the list that completes the names. */
const namesId = 'artist-names'

/** Edits who plays at an event, and when. @param artists those of the lineup, and some to choose from */
export function LineUpTab({ event, lastResult, artists }: EventTabProps & { artists: KnownArtist[] }) {
  const [form, fields] = useEventTab(lineUpFormSchema, event.values, lastResult)
  return (
    <EventTabForm form={form} version={fields.version} event={event}>
      <FormSection
        id="section-line-up"
        title="Lineup"
        hint="In the order shown on the event page. Times are local time at the venue. Use “To be announced” for anyone who isn't announced yet."
      >
        <datalist id={namesId}>
          {artists.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Acts form={form} acts={fields.lineUp} artists={artists} />
      </FormSection>
    </EventTabForm>
  )
}

/**
 * One row an act. An act whose name is an artist's has that artist's picture and links; the button beneath saves the lineup and
 * leads to the artist's page, also for one whom the site does not know yet.
 */
function Acts({
  form,
  acts,
  artists,
}: {
  form: FormMetadata<LineUpFormInput>
  acts: FieldMetadata<LineUpFormInput['lineUp'], LineUpFormInput>
  artists: KnownArtist[]
}) {
  const list = acts.getFieldList()
  const last = list.length - 1
  return (
    <div className={formCss.rows}>
      {list.map((act, index) => {
        const entry = act.getFieldset()
        const name = text(entry.name.value ?? entry.name.initialValue)
        const artist = artists.find((one) => one.name.toLowerCase() === name.toLowerCase())
        const label = name || `act ${index + 1}`
        const move = (to: number) => form.reorder.getButtonProps({ name: acts.name, from: index, to })
        return (
          <div key={act.key} className={css.act}>
            <div className={css.picture}>
              {artist?.imagePath ? (
                <EventArt path={artist.imagePath} alt="" ratio="square" sizes="4.5rem" />
              ) : (
                <Avatar displayName={name && isNamedAct({ name }) ? name : '?'} size="lg" />
              )}
            </div>
            <div className={css.fields}>
              <TextField meta={entry.name} label="Name" list={namesId} autoComplete="off" />
              <TextField meta={entry.role} label="Role" optional autoComplete="off" />
              <TextField meta={entry.at} label="Set time" optional type="datetime-local" />
            </div>
            <div className={css.tools}>
              {(name === '' || isNamedAct({ name })) && (
                <Button type="submit" variant="secondary" size="sm" name="artist" value={index}>
                  {artist ? 'Edit artist' : 'Add picture and links'}
                </Button>
              )}
              <span className={css.order}>
                {index > 0 && (
                  <IconButton label={`Move ${label} up`} type="submit" {...move(index - 1)}>
                    <ArrowUp size={18} aria-hidden="true" />
                  </IconButton>
                )}
                {index < last && (
                  <IconButton label={`Move ${label} down`} type="submit" {...move(index + 1)}>
                    <ArrowDown size={18} aria-hidden="true" />
                  </IconButton>
                )}
                <IconButton
                  label={`Remove ${label}`}
                  type="submit"
                  {...form.remove.getButtonProps({ name: acts.name, index })}
                >
                  <Trash2 size={18} aria-hidden="true" />
                </IconButton>
              </span>
            </div>
          </div>
        )
      })}
      <FieldErrors id={`${acts.id}-error`} errors={acts.errors} />
      <div>
        <Button
          variant="secondary"
          type="submit"
          {...form.insert.getButtonProps({
            name: acts.name,
            defaultValue: { name: '', role: '', at: '' },
          })}
        >
          <Plus size={18} aria-hidden="true" />
          Add act
        </Button>
      </div>
    </div>
  )
}
