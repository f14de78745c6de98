import type { SubmissionResult } from '@conform-to/react'
import { Form, Link, useFetcher, useLocation, useNavigate, useNavigation } from '@remix-run/react'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import * as paths from '#core/paths.ts'
import { relativeTime } from '#core/time.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { TextareaField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { stack, text } from '#ui/layout.css.ts'
import { SpinnerRing } from '#ui/spinner.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { askSchema } from '../assistant.schema.ts'
import type { AssistantPage, Turn } from '../assistant.types.ts'
import type { OpenDraft } from '../drafts.types.ts'
import { suggestionsFor } from '../suggestions.rules.ts'
import { AnswerBlocks, Questions } from './answer-blocks.tsx'
import * as css from './assistant.css.ts'

/** Takes what the person thinks of an answer. Works as a plain form; with scripts the page stays where it is. */
function Thumbs({ turn }: { turn: Turn }) {
  const fetcher = useFetcher()
  const sent = fetcher.formData?.get('rating')
  const rating = sent === 'up' ? 1 : sent === 'down' ? -1 : turn.rating
  return (
    <fetcher.Form method="post" action={paths.aiAssistant()} className={css.thumbs}>
      <input type="hidden" name="intent" value="rate" />
      <input type="hidden" name="turn" value={turn.id} />
      <IconButton
        type="submit"
        name="rating"
        value="up"
        label="This helped"
        aria-pressed={rating === 1}
        variant={rating === 1 ? 'secondary' : 'ghost'}
      >
        <ThumbsUp aria-hidden />
      </IconButton>
      <IconButton
        type="submit"
        name="rating"
        value="down"
        label="This didn’t help"
        aria-pressed={rating === -1}
        variant={rating === -1 ? 'secondary' : 'ghost'}
      >
        <ThumbsDown aria-hidden />
      </IconButton>
    </fetcher.Form>
  )
}

/** Offers to ask again what could not be answered. */
function Retry({ question, conversation }: { question: string; conversation: string | null }) {
  return (
    <>
      <p className={css.text}>I couldn’t look that up just now.</p>
      <Form method="post" action={paths.aiAssistant()}>
        <input type="hidden" name="intent" value="ask" />
        <input type="hidden" name="question" value={question} />
        {conversation !== null && <input type="hidden" name="conversation" value={conversation} />}
        <Button type="submit" variant="secondary">
          Try again
        </Button>
      </Form>
    </>
  )
}

function TurnView({
  turn,
  conversation,
  drafts,
}: {
  turn: Turn
  conversation: string | null
  drafts: OpenDraft[]
}) {
  return (
    <li className={css.turn} id={`turn-${turn.id}`}>
      <h2 className={css.question}>
        <VisuallyHidden>You asked: </VisuallyHidden>
        {turn.question}
      </h2>
      <div className={css.answer}>
        {turn.blocks.length > 0 ? (
          <>
            <AnswerBlocks blocks={turn.blocks} conversation={conversation} drafts={drafts} />
            <Thumbs turn={turn} />
          </>
        ) : (
          <Retry question={turn.question} conversation={conversation} />
        )}
      </div>
    </li>
  )
}

/** The question that is being sent, or null. */
function useAsking(): string | null {
  const { state, formData } = useNavigation()
  if (state === 'idle' || formData?.get('intent') !== 'ask') return null
  return String(formData.get('question') ?? '')
}

function Pending({ question }: { question: string }) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (
    <li className={css.turn}>
      <h2 className={css.question}>{question}</h2>
      <div className={css.pending}>
        <SpinnerRing />
        <span>Looking it up</span>
        {/* Leaving for the page that is shown ends the request. */}
        <Button variant="secondary" size="sm" onClick={() => navigate(pathname + search, { replace: true })}>
          Stop
        </Button>
      </div>
    </li>
  )
}

/**
 * Says that an answer came, once, with its first words: the conversation itself is no live region, which would be read aloud as a whole.
 */
function Announcement({ turns }: { turns: Turn[] }) {
  const [said, setSaid] = useState('')
  const seen = useRef(turns.at(-1)?.id)
  useEffect(() => {
    const last = turns.at(-1)
    if (!last || last.id === seen.current) return
    seen.current = last.id
    const first = last.blocks[0]
    setSaid(
      first?.kind === 'text'
        ? first.text
        : first?.kind === 'card'
          ? `Answer: ${first.title}`
          : 'Answer ready',
    )
    document.getElementById(`turn-${last.id}`)?.scrollIntoView({ block: 'start' })
  }, [turns])
  return (
    <VisuallyHidden>
      <span role="status">{said}</span>
    </VisuallyHidden>
  )
}

/** Sends with Enter; Shift and Enter make a line. Leaves Enter to an input method that is composing a word. */
function sendWithEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

function Composer({
  conversation,
  reply,
  asked,
}: {
  conversation: string | null
  reply: SubmissionResult | null
  /** Counts the questions of the page: the field is emptied when one was taken, and keeps the focus. */
  asked: number
}) {
  const { form, fields, busy } = useIntentForm(askSchema, { intent: 'ask', reply })
  const last = useRef(asked)
  const { id } = fields.question
  useEffect(() => {
    const field = document.getElementById(id)
    if (asked !== last.current && field instanceof HTMLTextAreaElement) field.value = ''
    last.current = asked
  }, [asked, id])
  return (
    <div className={css.composer}>
      <IntentForm form={form} intent="ask" action={paths.aiAssistant()}>
        {conversation !== null && <input type="hidden" name="conversation" value={conversation} />}
        <TextareaField meta={fields.question} label="Your question" rows={2} onKeyDown={sendWithEnter} />
        <div>
          <Button type="submit" busy={busy}>
            Ask
          </Button>
        </div>
      </IntentForm>
    </div>
  )
}

function History({ page, conversation }: { page: AssistantPage; conversation: string | null }) {
  if (page.conversations.length === 0) return null
  return (
    <aside className={css.history} aria-labelledby="assistant-history">
      <h2 id="assistant-history" className={css.historyTitle}>
        Earlier
      </h2>
      <ul className={css.historyList}>
        {page.conversations.map(({ id, title, updatedAt }) => (
          <li key={id}>
            <Link
              to={paths.conversation(id)}
              className={css.historyLink}
              aria-current={id === conversation ? 'page' : undefined}
            >
              {title}
            </Link>
            <span className={text.small}>{relativeTime(updatedAt, new Date(page.now), page.timeZone)}</span>
          </li>
        ))}
      </ul>
      <p className={text.small}>Conversations are deleted 30 days after your last question.</p>
      <Form method="post" action={paths.aiAssistant()} className={css.questions}>
        <input type="hidden" name="intent" value="delete" />
        {conversation !== null && (
          <Button type="submit" name="conversation" value={conversation} variant="secondary" size="sm">
            Delete this one
          </Button>
        )}
        <Button type="submit" variant="secondary" size="sm">
          Delete all
        </Button>
      </Form>
    </aside>
  )
}

/**
 * Shows the conversation with the guide, the field for a question, and earlier conversations. Works as plain forms.
 * @param reply the server's response to a question that it could not take
 */
export function AssistantView({
  page,
  conversation,
  drafts,
  reply,
}: {
  page: AssistantPage
  conversation: string | null
  drafts: OpenDraft[]
  reply: SubmissionResult | null
}) {
  const asking = useAsking()
  return (
    <div className={css.columns}>
      <div className={stack[5]}>
        {page.turns.length === 0 && asking === null && (
          <section className={stack[3]} aria-label="Suggestions">
            <p className={css.text}>
              I’m the guide of this site, not a person. I look up what you can see here, and I change nothing
              by myself.
            </p>
            <Questions questions={suggestionsFor(page.context)} conversation={conversation} />
          </section>
        )}
        {(page.turns.length > 0 || asking !== null) && (
          <ol className={css.turns}>
            {page.turns.map((turn) => (
              <TurnView key={turn.id} turn={turn} conversation={conversation} drafts={drafts} />
            ))}
            {asking !== null && <Pending question={asking} />}
          </ol>
        )}
        <Announcement turns={page.turns} />
        <Composer conversation={conversation} reply={reply} asked={page.turns.length} />
      </div>
      <History page={page} conversation={conversation} />
    </div>
  )
}
