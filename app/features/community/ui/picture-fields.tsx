import type { SubmissionResult } from '@conform-to/react'
import { ImagePlus } from 'lucide-react'
import { acceptedPictures, pictureHint } from '#core/picture-kinds.ts'
import { Field, TextInput } from '#ui/field.tsx'
import { file as fileLook } from '#ui/file-input.css.ts'
import { largestPictureMegabytes, mostPictures } from '../community.rules.ts'
import * as css from './composer.css.ts'

/** Returns the descriptions of pictures that were sent with a refused form. */
function typedAlts(reply: SubmissionResult | null): string[] {
  const alts = reply?.initialValue?.alt
  return Array.isArray(alts) ? alts.map((alt) => (typeof alt === 'string' ? alt : '')) : []
}

/**
 * Takes the pictures of a post, and what each of them shows.
 * @param chosen the names of the chosen files; null before JavaScript, when there is a description for each that there may be
 */
export function PictureFields({
  errors,
  reply,
  chosen,
  onChoose,
}: {
  errors: string[] | undefined
  reply: SubmissionResult | null
  chosen: string[] | null
  onChoose: (names: string[]) => void
}) {
  const names = chosen ?? Array.from({ length: mostPictures }, (_, at) => `picture ${at + 1}`)
  return (
    <details open={Boolean(errors)}>
      <summary className={css.summary}>
        <ImagePlus size={20} aria-hidden="true" />
        Pictures
      </summary>
      <div className={css.extras}>
        <Field
          id="composer-pictures"
          label={`Up to ${mostPictures} pictures`}
          hint={`${pictureHint(largestPictureMegabytes, false)} Where and when they were taken is removed.`}
          errors={errors}
          optional
        >
          {(control) => (
            <input
              {...control}
              type="file"
              name="pictures"
              multiple
              accept={acceptedPictures}
              className={fileLook}
              onChange={({ currentTarget }) =>
                onChoose([...(currentTarget.files ?? [])].slice(0, mostPictures).map(({ name }) => name))
              }
            />
          )}
        </Field>
        {names.map((name, at) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are those of the first, second, ... picture
            key={at}
            id={`composer-alt-${at}`}
            label={`What does ${name} show?`}
            hint={at === 0 ? "For people who can't see it." : undefined}
            optional
          >
            {(control) => (
              <TextInput
                {...control}
                name={`alt[${at}]`}
                maxLength={300}
                defaultValue={typedAlts(reply)[at]}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  )
}
