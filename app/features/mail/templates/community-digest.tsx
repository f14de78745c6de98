import * as paths from '#core/paths.ts'
import type { MailDigest } from '../mail.types.ts'
import { sampleAlertUrl, sampleEvent } from './event-parts.tsx'
import type { MailTemplate } from './mail-template.ts'
import { Action, Quote, SmallLink, Subtitle, Title } from './parts.tsx'

const did = {
  mention: 'mentioned you',
  comment: 'commented on your post',
  reply: 'replied to you',
} as const satisfies Record<MailDigest['answers'][number]['kind'], string>

const countOf = (count: number, one: string, many: string) =>
  count >= 100 ? `100+ ${many}` : `${count} ${count === 1 ? one : many}`

/** Says in a few words what is in it, the most personal first. */
function summary({ answers, posts, threads }: MailDigest): string {
  if (answers.length > 0) return `${countOf(answers.length, 'answer', 'answers')} you haven't seen`
  if (posts.length > 0)
    return `New from ${[...new Set(posts.map(({ name }) => name))].slice(0, 2).join(' and ')}`
  return `News in ${threads.map(({ title }) => title)[0] ?? 'your threads'}`
}

/** Goes once a week to members who asked for it, when anything happened for them; quotes the beginning of what people wrote. */
export const communityDigest: MailTemplate<MailDigest & { endUrl: string }> = {
  subject: (digest) => `Your week in the community: ${summary(digest)}`,
  preview: summary,
  listEnd: ({ endUrl }) => endUrl,
  sample: {
    answers: [
      {
        kind: 'reply',
        id: sampleEvent.id,
        name: 'Renée Clarke',
        body: '9:30 by the pharmacy. Wear something bright.',
      },
      {
        kind: 'mention',
        id: sampleEvent.id,
        name: 'Kemar Lewis',
        body: '@mia that was you in the gold fringe?',
      },
    ],
    posts: [
      {
        id: sampleEvent.id,
        name: 'Ife Okafor',
        body: 'My feet are gone. Worth every step. Best set: the second one.',
        event: sampleEvent.title,
      },
    ],
    threads: [{ id: sampleEvent.id, title: sampleEvent.title, count: 12 }],
    endUrl: sampleAlertUrl,
  },
  Content: ({ answers, posts, threads, endUrl, sender: { siteUrl } }) => (
    <>
      <Title>Your week in the community</Title>
      {answers.length > 0 && <Subtitle>Answers you missed</Subtitle>}
      {answers.map(({ kind, id, name, body }) => (
        <Quote key={id} lead={`${name} ${did[kind]}`} url={siteUrl + paths.post(id)}>
          {body}
        </Quote>
      ))}
      {posts.length > 0 && <Subtitle>From people you follow</Subtitle>}
      {posts.map(({ id, name, body, event }) => (
        <Quote key={id} lead={event ? `${name} · ${event}` : name} url={siteUrl + paths.post(id)}>
          {body}
        </Quote>
      ))}
      {threads.length > 0 && <Subtitle>In your events’ threads</Subtitle>}
      {threads.map(({ id, title, count }) => (
        <SmallLink
          key={id}
          lead={`${countOf(count, 'new post', 'new posts')} in`}
          url={siteUrl + paths.community({ event: id })}
        >
          {title}
        </SmallLink>
      ))}
      <Action url={siteUrl + paths.community()}>Open the community</Action>
      <SmallLink lead="Change what we send you in" url={siteUrl + paths.settings()}>
        your settings
      </SmallLink>
      <SmallLink lead="No more weekly emails?" url={endUrl}>
        Unsubscribe
      </SmallLink>
    </>
  ),
}
