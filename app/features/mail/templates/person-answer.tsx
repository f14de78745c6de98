import type * as z from 'zod'
import type { personAnswerSchema } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, Title } from './parts.tsx'

/** Answers a message that a member sent to the team from the assistant. */
export const personAnswer: MailTemplate<z.output<typeof personAnswerSchema> & { url: string }> = {
  subject: () => 'Our answer to your message',
  preview: ({ reply }) => reply.slice(0, 90),
  sample: {
    message: 'I left my jacket at the boat party. Did somebody find it?',
    reply: 'Yes, it is at our office. You can pick it up on weekdays from 10 AM to 6 PM.',
    url: 'https://jouvay.example/ai-assistant/person',
  },
  Content: ({ message, reply, url }) => (
    <>
      <Title>Our answer to your message</Title>
      {reply.split(/\n+/).map((line) => (
        <Paragraph key={line}>{line}</Paragraph>
      ))}
      <Paragraph>{`You wrote: “${message}”`}</Paragraph>
      <Action url={url}>Write again</Action>
    </>
  ),
}
