import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import { useState } from 'react'
import { photoFormSchema } from '#core/photo-form.schema.ts'
import { focusNames, focusPoints, focusPosition } from '#core/picture-focus.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, SelectField, TextField } from '#ui/field.tsx'
import { useBusy } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { PhotoField, useFileAddress } from '#ui/photo-field.tsx'
import { EventArt } from '#ui/picture.tsx'
import * as formCss from './event-form.css.ts'
import * as css from './event-picture-form.css.ts'

/** The form of the button that removes the picture, which stands in the other form. */
const removeId = 'remove-picture'

const crops = ['portrait', 'wide', 'square'] as const

/**
 * The picture of an event: shows its crops, takes a new file with the part of it to keep in view, and its description. It posts to
 * the page's address, apart from the event's other fields, so that what is typed there stays.
 * @param imagePath the key of the stored picture; empty for none
 * @param lastResult the server's reply to the last try
 */
export function EventPictureForm({
  imagePath,
  imageAlt,
  lastResult,
}: {
  imagePath: string
  imageAlt: string
  lastResult: SubmissionResult | null
}) {
  const [form, fields] = useForm({
    id: 'event-picture',
    lastResult,
    defaultValue: { focus: 'center', imageAlt },
    constraint: getZodConstraint(photoFormSchema),
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: photoFormSchema }),
  })
  const busy = useBusy('picture')
  const removing = useBusy('remove-picture')
  const [file, setFile] = useState<File | null>(null)
  const [focus, setFocus] = useState('center')
  const address = useFileAddress(file)
  return (
    <Card as="section" aria-labelledby="section-picture">
      <div className={formCss.section}>
        <h2 id="section-picture" className={formCss.sectionTitle}>
          Picture
        </h2>
        {(address || imagePath) && (
          <div className={css.crops}>
            {crops.map((crop) => (
              <div key={crop} className={css.crop[crop]}>
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
                    path={imagePath}
                    alt={crop === 'wide' ? imageAlt : ''}
                    ratio={crop}
                    sizes="(min-width: 1024px) 24rem, 40vw"
                  />
                )}
              </div>
            ))}
          </div>
        )}
        <Form method="post" encType="multipart/form-data" {...getFormProps(form)} className={stack[4]}>
          <input type="hidden" name="intent" value="picture" />
          <FormErrors id={form.errorId} errors={form.errors} />
          <div className={formCss.pair}>
            <PhotoField
              meta={fields.picture}
              label={imagePath ? 'Replace the picture' : 'Photo or poster'}
              required={!imagePath}
              onChoose={setFile}
            />
            <SelectField
              meta={fields.focus}
              label="Keep in view"
              hint="We crop a new picture for phones, desks and cards."
              options={focusNames.map((name) => ({ value: name, label: focusPoints[name].label }))}
              onChange={(event) => setFocus(event.currentTarget.value)}
            />
          </div>
          <TextField
            meta={fields.imageAlt}
            label="Picture description"
            hint="Read aloud to people who can't see it."
            autoComplete="off"
          />
          <div className={cluster[2]}>
            <Button type="submit" variant="secondary" busy={busy}>
              Save picture
            </Button>
            {imagePath && (
              <Button type="submit" variant="ghost" form={removeId} busy={removing}>
                Remove picture
              </Button>
            )}
          </div>
        </Form>
        {imagePath && (
          <Form method="post" id={removeId} hidden>
            <input type="hidden" name="intent" value="remove-picture" />
          </Form>
        )}
      </div>
    </Card>
  )
}
