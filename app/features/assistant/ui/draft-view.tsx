import { Form } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cluster } from '#ui/layout.css.ts'
import type { OpenDraft } from '../drafts.types.ts'
import * as css from './assistant.css.ts'

const states: Record<
  Exclude<OpenDraft['state'], 'open'>,
  { badge: string; tone: BadgeTone; text: string }
> = {
  done: { badge: 'Done', tone: 'success', text: 'Done, as shown here.' },
  dropped: { badge: 'Not done', tone: 'neutral', text: 'You decided not to.' },
  over: {
    badge: 'Not done',
    tone: 'neutral',
    text: 'The five minutes to confirm are over. Ask again if you still want this.',
  },
  taken: {
    badge: 'Unclear',
    tone: 'warning',
    text: 'We don’t know whether this went through. Please check before you ask again.',
  },
  refused: { badge: 'Not done', tone: 'danger', text: 'That wasn’t possible.' },
}

function stateText({ state, refusal }: OpenDraft): string {
  return state === 'open' ? '' : (refusal ?? states[state].text)
}

/** Shows what the assistant offers to do, and confirms it by its token; afterwards what became of it. */
export function DraftView({ draft, conversation }: { draft: OpenDraft; conversation: string | null }) {
  const { id, card, state, token } = draft
  return (
    <Card as="section" padding="sm" aria-labelledby={`draft-${id}`}>
      <h3 id={`draft-${id}`} className={css.cardTitle}>
        {card.title}
      </h3>
      <dl className={css.facts}>
        {card.facts.flatMap(({ label, value }) => [
          <dt key={`${label} term`} className={css.term}>
            {label}
          </dt>,
          <dd key={label} className={css.value}>
            {value}
          </dd>,
        ])}
      </dl>
      {state === 'open' && token !== null ? (
        <Form method="post" action={paths.confirmAct()} className={cluster[2]}>
          <input type="hidden" name="draft" value={id} />
          <input type="hidden" name="token" value={token} />
          {conversation !== null && <input type="hidden" name="conversation" value={conversation} />}
          <Button type="submit" name="intent" value="confirm">
            {card.confirm}
          </Button>
          <Button type="submit" name="intent" value="drop" variant="secondary">
            Don’t do it
          </Button>
        </Form>
      ) : (
        state !== 'open' && (
          <p className={css.text}>
            <Badge tone={states[state].tone}>{states[state].badge}</Badge> {stateText(draft)}
          </p>
        )
      )}
    </Card>
  )
}
