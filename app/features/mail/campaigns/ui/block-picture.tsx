import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import { useState } from 'react'
import * as paths from '#core/paths.ts'
import { focusNames, focusPoints, focusPosition } from '#core/picture-focus.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { FormErrors, SelectField, TextField } from '#ui/field.tsx'
import { useBusy } from '#ui/intent-form.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import { PhotoField, useFileAddress } from '#ui/photo-field.tsx'
import { EventArt } from '#ui/picture.tsx'
import { blockPictureSchema } from '../campaign.schema.ts'
import * as css from './campaign.css.ts'

/** The picture of a block: a new file with the part of it to keep in view, and its description. */
export function BlockPictureForm({
  campaignId,
  version,
  block,
  reply,
}: {
  campaignId: string
  version: number
  block: { id: string; picture: string | null; alt: string }
  reply: SubmissionResult | null
}) {
  const [form, fields] = useForm({
    id: 'block-picture',
    lastResult: reply,
    defaultValue: { focus: 'center', imageAlt: block.alt },
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: blockPictureSchema }),
  })
  const busy = useBusy('picture')
  const [file, setFile] = useState<File | null>(null)
  const [focus, setFocus] = useState('center')
  const address = useFileAddress(file)
  return (
    <FormSection id="block-picture-title" title="Picture">
      {(address || block.picture) && (
        <div className={css.picture}>
          {address ? (
            <img
              src={address}
              alt=""
              className={css.chosen}
              style={{ objectPosition: focusPosition(focus) }}
              onError={() => setFile(null)}
            />
          ) : (
            <EventArt path={block.picture} alt={block.alt} ratio="wide" sizes="16rem" />
          )}
        </div>
      )}
      <Form method="post" encType="multipart/form-data" {...getFormProps(form)} className={stack[4]}>
        <input type="hidden" name="intent" value="picture" />
        <input type="hidden" name="version" value={version} />
        <FormErrors id={form.errorId} errors={form.errors} />
        <PhotoField
          meta={fields.picture}
          label={block.picture ? 'Replace the picture' : 'Picture'}
          required={!block.picture}
          onChoose={setFile}
        />
        <SelectField
          meta={fields.focus}
          label="Keep in view"
          hint="We crop it to three by two."
          options={focusNames.map((name) => ({ value: name, label: focusPoints[name].label }))}
          onChange={(event) => setFocus(event.currentTarget.value)}
        />
        <TextField
          meta={fields.imageAlt}
          label="Picture description"
          hint="Read aloud, and shown where pictures are off."
          autoComplete="off"
        />
        <div className={cluster[2]}>
          <Button type="submit" busy={busy}>
            Save picture
          </Button>
          <LinkButton to={paths.campaign(campaignId)} variant="ghost">
            Back
          </LinkButton>
        </div>
      </Form>
    </FormSection>
  )
}
