import { Fragment } from 'react'
import { linkPurposes } from '#core/links.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Facts, Paragraph, SmallPrint, Title } from './parts.tsx'

const promise = `The link works once and expires in ${linkPurposes.password_reset.lifetime}.`

/** Sent on request to a person who forgot a password: a link for each account with that address, and its username. */
export const passwordReset: MailTemplate<{ accounts: readonly { username: string; url: string }[] }> = {
  subject: () => 'Choose a new password',
  preview: () => promise,
  sample: {
    accounts: [
      { username: 'mia_joseph', url: 'https://jouvay.example/password-reset?token=sample' },
      { username: 'mia_at_work', url: 'https://jouvay.example/password-reset?token=sample' },
    ],
  },
  Content: ({ accounts }) => (
    <>
      <Title>Choose a new password</Title>
      <Paragraph>You asked to reset the password for the account with this email.</Paragraph>
      {accounts.map(({ username, url }) => (
        <Fragment key={username}>
          <Facts rows={[['Username', username]]} />
          <Action url={url}>Choose a new password</Action>
        </Fragment>
      ))}
      <SmallPrint>
        {`${promise} If you didn't ask for this, ignore this email. Your password stays the same.`}
      </SmallPrint>
    </>
  ),
}
