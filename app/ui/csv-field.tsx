import { Field, type FieldMeta } from './field.tsx'
import { file } from './file-input.css.ts'

/** Takes a CSV file. @param hint how large it may be */
export function CsvField({ meta, hint }: { meta: FieldMeta; hint: string }) {
  return (
    <Field id={meta.id} label="CSV file" hint={hint} errors={meta.errors} required>
      {(control) => (
        <input
          {...control}
          key={meta.key}
          type="file"
          name={meta.name}
          accept=".csv,text/csv"
          className={file}
        />
      )}
    </Field>
  )
}
