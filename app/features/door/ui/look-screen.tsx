import { Form, Link } from '@remix-run/react'
import { UserRoundCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import type { Person } from '../door.rules.ts'
import type { ScanResponse } from '../door.types.ts'
import { Attention } from './attention.tsx'
import { ResultFrame } from './result-frame.tsx'
import type { StationPlace } from './station-place.ts'
import type { Read } from './use-scan.ts'
import * as css from './verdict-screen.css.ts'
import { Facts } from './verdict-screen.tsx'

/**
 * Shows a ticket that may come in and was not admitted yet: its name, type and flags. A press admits it, alone or with others of its
 * order; nothing else does.
 * @param people who may come in together, the one that was read first; empty where it came alone
 */
export function LookScreen({
  place,
  scan,
  read,
  people,
  busy,
  trouble,
  onAdmit,
  onGroup,
  onChoose,
  onNext,
}: {
  place: StationPlace
  scan: ScanResponse
  read: Read
  people: Person[]
  busy: boolean
  trouble: string | null
  onAdmit: () => void
  onGroup: (people: Person[]) => void
  onChoose: () => void
  onNext: () => void
}) {
  const admit = useRef<HTMLButtonElement>(null)
  useEffect(() => admit.current?.focus(), [])
  function send(submitted: FormEvent) {
    submitted.preventDefault()
    onAdmit()
  }
  return (
    <ResultFrame
      tone="ask"
      icon={UserRoundCheck}
      word="Let in?"
      isTraining={place.isTraining}
      actions={
        <div className={css.actions}>
          {trouble && <p className={css.sentence}>{trouble}</p>}
          <Form method="post" action={place.here} className={css.actions} onSubmit={send}>
            <input type="hidden" name="event" value={place.event} />
            <input type="hidden" name="gate" value={place.gate} />
            <input type="hidden" name="scan" value={read.scan} />
            <input type="hidden" name="code" value={read.code} />
            <button ref={admit} type="submit" className={css.action} aria-disabled={busy}>
              {people.length > 0 ? 'Let in 1' : 'Let in'}
            </button>
          </Form>
          {people.length > 0 && (
            <>
              <button
                type="button"
                className={css.choice}
                aria-disabled={busy}
                onClick={() => onGroup(people)}
              >
                Let in all {people.length}
              </button>
              <button type="button" className={css.choice} aria-disabled={busy} onClick={onChoose}>
                Choose who
              </button>
            </>
          )}
          <Link
            to={place.here}
            className={css.choice}
            onClick={(event) => {
              event.preventDefault()
              onNext()
            }}
          >
            Don’t let in
          </Link>
        </div>
      }
    >
      <Facts scan={scan} />
      <Attention flags={scan} comesIn />
    </ResultFrame>
  )
}
