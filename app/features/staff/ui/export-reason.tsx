import { Download } from 'lucide-react'
import * as paths from '#core/paths.ts'
import { type ListName, reasonLength } from '#core/staff-lists.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Field, TextInput } from '#ui/field.tsx'
import { cluster, narrow, stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'

/**
 * Asks why a file is needed that says how to reach people; the answer is kept in the audit log. The form leads to the file itself.
 * @param asked what the address of the file says: its filters, and the selected rows
 * @param wasRefused whether the reason that was given is too short
 * @param back the page of the list
 */
export function ExportReason({
  list,
  asked,
  wasRefused,
  back,
}: {
  list: ListName
  asked: [string, string][]
  wasRefused: boolean
  back: string
}) {
  const selected = asked.filter(([name]) => name === 'id').length
  const filters = new URLSearchParams(asked.filter(([name]) => name !== 'id' && name !== 'selected'))
  const isSelection = asked.some(([name]) => name === 'selected')
  return (
    <div className={`${stack[5]} ${narrow}`}>
      <PageHeader
        title="Download with contacts"
        text="The file has names and ways to reach people. Your reason is kept in the audit log."
      />
      {isSelection && <p>{selected === 1 ? '1 selected row' : `${selected} selected rows`}</p>}
      <form method="get" action={paths.adminExport(list)} className={stack[4]}>
        {asked.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <Field
          id="export-reason"
          label="Reason"
          hint="For example: mailing the guest list to the venue"
          errors={wasRefused ? ['Please give a reason'] : undefined}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              name="reason"
              minLength={reasonLength.min}
              maxLength={reasonLength.max}
              autoComplete="off"
            />
          )}
        </Field>
        <div className={cluster[3]}>
          <Button type="submit">
            <Download size={18} aria-hidden="true" /> Download CSV
          </Button>
          <LinkButton variant="secondary" to={filters.size > 0 ? `${back}?${filters}` : back}>
            Back to the list
          </LinkButton>
        </div>
      </form>
    </div>
  )
}
