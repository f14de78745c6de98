import type { ContactMessage } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { Facts, Paragraph, SmallPrint, Title } from './parts.tsx'

/** To the brand's own mailbox: what a visitor wrote. Replies go to the visitor. */
export const contactMessage: MailTemplate<ContactMessage> = {
  subject: ({ topic, name }) => `${topic}: ${name}`,
  preview: ({ message }) => message.slice(0, 120),
  replyTo: ({ email }) => email,
  sample: {
    topic: 'Lost and found',
    name: 'Zoe Charles',
    email: 'zoe.charles@example.com',
    order: 'ABCD2345',
    message: 'I lost a red scarf near the bar.\n\nIt says "Port of Spain". Did anyone find it?',
  },
  Content({ topic, name, email, order, message }) {
    const rows: [string, string][] = [
      ['From', name],
      ['Email', email],
      ['Topic', topic],
    ]
    if (order) rows.push(['Order', order])
    const lines = message.split(/\n+/).map((line, index) => ({ id: index, line }))
    return (
      <>
        <Title>{topic}</Title>
        <Facts rows={rows} />
        {lines.map(({ id, line }) => (
          <Paragraph key={id}>{line}</Paragraph>
        ))}
        <SmallPrint>{`Sent with the contact form. Reply to this email to answer ${name}.`}</SmallPrint>
      </>
    )
  },
}
