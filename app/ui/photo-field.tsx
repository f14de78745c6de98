import { useEffect, useState } from 'react'
import { largestPhotoMegabytes } from '#core/picture-focus.ts'
import { acceptedPictures, pictureHint } from '#core/picture-kinds.ts'
import { Field, type FieldMeta } from './field.tsx'
import { file } from './file-input.css.ts'

/**
 * Takes a photograph.
 * @param onChoose receives the chosen file, null when the choice was taken back
 */
export function PhotoField({
  meta,
  label,
  required,
  onChoose,
}: {
  meta: FieldMeta
  label: string
  required: boolean
  onChoose: (file: File | null) => void
}) {
  return (
    <Field
      id={meta.id}
      label={label}
      hint={pictureHint(largestPhotoMegabytes)}
      errors={meta.errors}
      required={required}
      optional={!required}
    >
      {(control) => (
        <input
          {...control}
          key={meta.key}
          type="file"
          name={meta.name}
          accept={acceptedPictures}
          className={file}
          onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
        />
      )}
    </Field>
  )
}

/** Returns an address of a chosen file that this page can show; null for none. */
export function useFileAddress(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return address
}
