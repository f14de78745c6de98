import type { Sql } from 'postgres'
import type { Block } from '../../app/features/assistant/assistant.types.ts'
import { eventAnswer } from '../../app/features/assistant/event-answers.rules.ts'
import { eventInfoSchema } from '../../app/features/assistant/records.types.ts'
import { namedId } from './named-id.ts'
import type { Person } from './people.ts'

/** Questions that the guide could not answer, with how often they were asked. */
const unanswered: [question: string, times: number, hoursAgo: number][] = [
  ['Is there a coat check?', 9, 5],
  ['Can I bring a birthday cake?', 4, 20],
  ['Do you have vegan food?', 3, 44],
  ['Are dogs allowed on the boat?', 1, 70],
]

/**
 * Lets Mia have asked the guide about the next date of an event, and stores questions that it could not answer, for staff. A second run
 * changes nothing.
 */
export async function seedAssistant(sql: Sql, people: Person[], now: Date): Promise<void> {
  const mia = people.find(({ username }) => username === 'mia')?.id
  const [known] = await sql`select 1 from public.assistant_conversations`
  if (!mia || known) return
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const event = namedId('event:brooklyn-bashment')
  const [read] = await sql<{ page: unknown }[]>`select public.read_event_page(${event}) as page`
  const info = eventInfoSchema.parse(read?.page)
  const [how] = await sql<
    { answer: string }[]
  >`select answer from private.assistant_intents where intent = 'transfer'`
  if (!info || !how) return
  const turns: { question: string; intent: string; blocks: Block[]; rating: number | null }[] = [
    {
      question: `What should I wear to ${info.event.title}?`,
      intent: 'event_dress',
      blocks: eventAnswer(info, 'dress'),
      rating: 1,
    },
    { question: 'And where is it?', intent: 'event_where', blocks: eventAnswer(info, 'where'), rating: null },
    {
      question: 'How do I give my ticket to a friend?',
      intent: 'transfer',
      blocks: [
        { kind: 'text', text: how.answer },
        { kind: 'links', links: [{ label: 'My Tickets', to: '/my-tickets' }] },
      ],
      rating: null,
    },
  ]
  const [conversation] = await sql<{ id: string }[]>`
    insert into public.assistant_conversations (user_id, title, created_at, updated_at)
    values (${mia}, ${turns[0]?.question ?? ''}, ${ago(3)}, ${ago(3)}) returning id`
  for (const [at, { question, intent, blocks, rating }] of turns.entries())
    await sql`
      insert into public.assistant_turns (conversation_id, seq, question, intent, event_id, blocks, rating, created_at)
      values (${conversation?.id ?? ''}, ${at + 1}, ${question}, ${intent}, ${event}, ${sql.json(blocks)}, ${rating}, ${ago(3)})`
  const transcript = turns.map(({ question, blocks }) => ({
    question,
    answer: blocks
      .flatMap((block) => (block.kind === 'text' ? block.text : block.kind === 'card' ? block.title : []))
      .join(' '),
  }))
  await sql`
    insert into private.assistant_requests (user_id, message, transcript, created_at)
    values (${mia}, 'My friend uses a wheelchair. Is there a step at the entrance?', ${sql.json(transcript)}, ${ago(2)})`
  for (const [question, times, hours] of unanswered)
    await sql`
      insert into private.assistant_unanswered (question, question_key, nearest, times, first_at, last_at)
      select ${question}, array_to_string(t.terms, ' '), (select n.intent from private.nearest_intents(${question}, null) n limit 1),
        ${times}, ${ago(hours + 90)}, ${ago(hours)}
      from (select private.question_terms(${question}) as terms) t
      on conflict do nothing`
}
