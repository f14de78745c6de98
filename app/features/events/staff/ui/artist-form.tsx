import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import { useState } from 'react'
import { focusNames, focusPoints, focusPosition } from '#core/picture-focus.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, SelectField, TextField } from '#ui/field.tsx'
import { useBusy } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { PhotoField, useFileAddress } from '#ui/photo-field.tsx'
import { EventArt } from '#ui/picture.tsx'
import { ARTIST_LINK_KINDS, artistLinkSites } from '../../event-values.ts'
import type { Artist } from '../../events.types.ts'
import { artistFormSchema } from '../artist-form.schema.ts'
import { eventTabPath } from '../event-tabs.ts'
import * as css from './artist-form.css.ts'
import * as formCss from './event-form.css.ts'

/** The form of the button that removes the picture, which stands in the other form. */
const removeId = 'remove-picture'

/**
 * Name, picture and links of an artist. It is opened from an event's lineup and leads back to it; a new artist has the name that
 * stands there.
 * @param name as the lineup has it
 * @param artist as they are stored; null for a new one
 */
export function ArtistForm({
  eventId,
  name,
  artist,
  lastResult,
}: {
  eventId: string
  name: string
  artist: Artist | null
  lastResult: SubmissionResult | null
}) {
  const schema = artistFormSchema(Boolean(artist?.imagePath))
  const [form, fields] = useForm({
    id: 'artist',
    lastResult,
    defaultValue: {
      name: artist?.name ?? name,
      focus: 'center',
      imageAlt: artist?.imageAlt ?? '',
      links: Object.fromEntries(artist?.links.map(({ kind, url }) => [kind, url]) ?? []),
    },
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  })
  const links = fields.links.getFieldset()
  const busy = useBusy('save')
  const removing = useBusy('remove-picture')
  const [file, setFile] = useState<File | null>(null)
  const [focus, setFocus] = useState('center')
  const address = useFileAddress(file)
  return (
    <Card as="section" aria-labelledby="section-artist">
      <div className={formCss.section}>
        <h2 id="section-artist" className={formCss.sectionTitle}>
          {artist?.name ?? name}
        </h2>
        <Form method="post" encType="multipart/form-data" {...getFormProps(form)} className={stack[4]}>
          <input type="hidden" name="intent" value="save" />
          <FormErrors id={form.errorId} errors={form.errors} />
          {artist ? (
            <>
              <input type="hidden" name="id" value={artist.id} />
              <TextField
                meta={fields.name}
                label="Name"
                hint="A new name also goes into the lineups of this artist's events."
                autoComplete="off"
              />
            </>
          ) : (
            <input type="hidden" name={fields.name.name} value={name} />
          )}
          <div className={css.picture}>
            {(address || artist?.imagePath) && (
              <div className={css.preview}>
                {address ? (
                  <img
                    src={address}
                    alt=""
                    className={css.chosen}
                    style={{ objectPosition: focusPosition(focus) }}
                    onError={() => setFile(null)}
                  />
                ) : (
                  <EventArt
                    path={artist?.imagePath}
                    alt={artist?.imageAlt ?? ''}
                    ratio="square"
                    sizes="9rem"
                  />
                )}
              </div>
            )}
            <div className={stack[4]}>
              <PhotoField
                meta={fields.picture}
                label={artist?.imagePath ? 'Replace the picture' : 'Picture'}
                required={false}
                onChoose={setFile}
              />
              <SelectField
                meta={fields.focus}
                label="Keep in view"
                hint="We crop a new picture to a square."
                options={focusNames.map((value) => ({ value, label: focusPoints[value].label }))}
                onChange={(event) => setFocus(event.currentTarget.value)}
              />
              <TextField
                meta={fields.imageAlt}
                label="Picture description"
                hint="Read aloud to people who can't see it."
                autoComplete="off"
              />
            </div>
          </div>
          <fieldset className={css.links}>
            <legend className={formCss.legend}>Links</legend>
            <div className={formCss.pair}>
              {ARTIST_LINK_KINDS.map((kind) => (
                <TextField
                  key={kind}
                  meta={links[kind]}
                  label={artistLinkSites[kind]}
                  optional
                  inputMode="url"
                  autoComplete="off"
                />
              ))}
            </div>
          </fieldset>
          <div className={cluster[2]}>
            <Button type="submit" busy={busy}>
              Save artist
            </Button>
            <LinkButton to={eventTabPath(eventId, 'line-up')} variant="ghost">
              Back to the lineup
            </LinkButton>
            {artist?.imagePath && (
              <Button type="submit" variant="ghost" form={removeId} busy={removing}>
                Remove picture
              </Button>
            )}
          </div>
        </Form>
        {artist?.imagePath && (
          <Form method="post" id={removeId} hidden>
            <input type="hidden" name="intent" value="remove-picture" />
          </Form>
        )}
      </div>
    </Card>
  )
}
