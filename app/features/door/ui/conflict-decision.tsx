import { Form, useNavigation } from '@remix-run/react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Field, Select, TextInput } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { conflictNames, conflictOutcomes } from '../scan-data.rules.ts'
import type { ConflictScan, ScanConflict } from '../scan-data.types.ts'
import * as css from './scan-reports.css.ts'

/**
 * Says in one line whether a conflict is open; opens to both scans in full and the form that decides it, which posts to the page's own
 * address.
 * @param mayResolve whether the reader manages this door
 */
export function ConflictDecision({
  conflict,
  event,
  mayResolve,
}: {
  conflict: ScanConflict
  event: string
  mayResolve: boolean
}) {
  const { id, outcome, reason, hasLeft, firstName, kept, other } = conflict
  const isOpen = outcome === null
  return (
    <details name="conflict">
      <summary className={css.decision}>
        {isOpen && <Badge tone="warning">Open</Badge>}
        {isOpen && hasLeft && <Badge tone="info">Has left</Badge>}
        {outcome && <span className={css.decided}>{conflictNames[outcome]}</span>}
        <span className={css.more}>
          {isOpen && mayResolve ? 'Resolve' : 'Details'}
          <VisuallyHidden>, conflict of {firstName ?? 'an unknown holder'}</VisuallyHidden>
        </span>
      </summary>
      <div className={css.decisionBody}>
        {reason && <p>{reason}</p>}
        {kept && <p className={css.muted}>Counts: {inFull(kept)}</p>}
        <p className={css.muted}>Let in again: {inFull(other)}</p>
        {isOpen && mayResolve && <Resolve conflict={id} event={event} />}
      </div>
    </details>
  )
}

/** Says by what and by whom somebody was let in, and what their page calls the scan. */
const inFull = ({ device, staff, isOffline, reference }: ConflictScan) =>
  [device, staff, isOffline && 'offline', `reference ${reference}`].filter(Boolean).join(', ')

function Resolve({ conflict, event }: { conflict: string; event: string }) {
  const { formData } = useNavigation()
  return (
    <Form method="post" className={stack[3]}>
      <input type="hidden" name="intent" value="resolve-conflict" />
      <input type="hidden" name="event" value={event} />
      <input type="hidden" name="conflict" value={conflict} />
      <Field id={`outcome-${conflict}`} label="What happened">
        {(control) => (
          <Select
            {...control}
            name="outcome"
            required
            placeholder="Choose"
            options={conflictOutcomes.map((value) => ({ value, label: conflictNames[value] }))}
          />
        )}
      </Field>
      <Field id={`reason-${conflict}`} label="Reason">
        {(control) => (
          <TextInput {...control} name="reason" required minLength={3} maxLength={200} autoComplete="off" />
        )}
      </Field>
      <div>
        <Button type="submit" variant="secondary" busy={formData?.get('conflict') === conflict}>
          Resolve
        </Button>
      </div>
    </Form>
  )
}
