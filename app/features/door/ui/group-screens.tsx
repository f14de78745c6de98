import { Check, TriangleAlert, Users, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { visuallyHidden } from '#ui/visually-hidden.css.ts'
import { isCalled, type Person, returnsAfter, scanName, verdictNames, verdictOfGroup } from '../door.rules.ts'
import type { GroupResponse } from '../door.types.ts'
import { Attention } from './attention.tsx'
import { ResultFrame } from './result-frame.tsx'
import * as css from './verdict-screen.css.ts'
import { NextScan, OfflineLine, useReturn } from './verdict-screen.tsx'

/** Asks who of an order comes in. Everybody is ticked at first. */
export function ChooseScreen({
  people,
  isTraining,
  busy,
  trouble,
  onGroup,
  onNext,
}: {
  people: Person[]
  isTraining: boolean
  busy: boolean
  trouble: string | null
  onGroup: (people: Person[]) => void
  onNext: () => void
}) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLFieldSetElement>(null)
  useEffect(() => list.current?.querySelector('input')?.focus(), [])
  const chosen = people.filter(({ ticketId }) => !left.has(ticketId))
  function tick(ticketId: string, isHere: boolean) {
    const next = new Set(left)
    if (isHere) next.delete(ticketId)
    else next.add(ticketId)
    setLeft(next)
  }
  return (
    <ResultFrame
      tone="ask"
      icon={Users}
      word="Who?"
      isTraining={isTraining}
      actions={
        <div className={css.actions}>
          {trouble && <p className={css.sentence}>{trouble}</p>}
          <button
            type="button"
            className={css.action}
            aria-disabled={busy || chosen.length === 0}
            onClick={() => chosen.length > 0 && onGroup(chosen)}
          >
            {chosen.length === 0 ? 'Nobody is chosen' : `Let in ${chosen.length}`}
          </button>
          <button type="button" className={css.choice} aria-disabled={busy} onClick={onNext}>
            Cancel
          </button>
        </div>
      }
    >
      <fieldset ref={list} className={css.people}>
        <legend className={visuallyHidden}>Who is here?</legend>
        {people.map(({ ticketId, name, typeName, isVip }) => (
          <label key={ticketId} htmlFor={`person-${ticketId}`} className={css.person}>
            <input
              id={`person-${ticketId}`}
              type="checkbox"
              className={css.tick}
              checked={!left.has(ticketId)}
              onChange={(event) => tick(ticketId, event.currentTarget.checked)}
            />
            <span>
              {name}
              <span className={css.personType}>{isVip ? `${typeName}, VIP` : typeName}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </ResultFrame>
  )
}

/** Shows what became of each ticket of a group. Green closes by itself. */
export function GroupScreen({
  group,
  people,
  zone,
  isTraining,
  nextHref,
  onNext,
}: {
  group: GroupResponse
  people: Person[]
  /** IANA zone of the event. */
  zone: string
  isTraining: boolean
  nextHref: string
  onNext: () => void
}) {
  const verdict = verdictOfGroup(group)
  const next = useRef<HTMLAnchorElement>(null)
  useReturn(isCalled(group) ? null : returnsAfter(verdict, true), onNext)
  useEffect(() => next.current?.focus(), [])
  const admitted = group.results.filter(({ result }) => result === 'ok').length
  const results = new Map(group.results.map((each) => [each.ticketId, each]))
  return (
    <ResultFrame
      tone={verdict}
      icon={verdict === 'admit' ? Check : TriangleAlert}
      word={`${verdictNames[verdict]} ${admitted}`}
      isTraining={isTraining}
      actions={<NextScan link={next} href={nextHref} onNext={onNext} />}
    >
      {verdict !== 'admit' && (
        <p className={css.sentence}>
          {admitted} of {people.length} may go in.
        </p>
      )}
      <ul className={css.people}>
        {people.map(({ ticketId, name, typeName, isVip }) => {
          const of = results.get(ticketId)
          const Icon = of?.result === 'ok' ? Check : X
          return (
            <li key={ticketId} className={css.person}>
              <Icon size={30} strokeWidth={3} aria-hidden="true" />
              <span>
                {name}
                <span className={css.personType}>
                  {[typeName, isVip && 'VIP', of && scanName(of)].filter(Boolean).join(', ')}
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      <Attention flags={{ ...group, isVip: false }} comesIn={admitted > 0} />
      {group.offline && <OfflineLine madeAt={group.offline.madeAt} zone={zone} />}
    </ResultFrame>
  )
}
