import type * as z from 'zod'
import type { secondFactorChangeSchema } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Paragraph, SmallPrint, Title } from './parts.tsx'

type Change = z.output<typeof secondFactorChangeSchema>

const texts: Record<Change['change'], { title: string; text: (left: number) => string }> = {
  on: {
    title: 'Two-step verification is on',
    text: () => 'From now on, signing in takes your password and your passkey or authenticator app.',
  },
  off: {
    title: 'Two-step verification is off',
    text: () => 'From now on, signing in takes your password alone. Your recovery codes no longer work.',
  },
  codes: {
    title: 'You have new recovery codes',
    text: () => 'The recovery codes you had before no longer work.',
  },
  recovered: {
    title: 'A recovery code was used',
    text: (left) =>
      `Someone signed in to your account with your password and a recovery code. ${left === 1 ? '1 code is' : `${left} codes are`} left.`,
  },
  app_added: {
    title: 'An authenticator app was added',
    text: () => 'Its codes now also work when you sign in.',
  },
  passkey_added: {
    title: 'A passkey was added',
    text: () => 'It now also works when you sign in.',
  },
  app_removed: {
    title: 'Your authenticator app was removed',
    text: () => 'Its codes no longer work. Your passkeys and recovery codes still do.',
  },
  passkey_removed: {
    title: 'A passkey was removed',
    text: () => 'It no longer works when you sign in. Your recovery codes still do.',
  },
  removed: {
    title: 'Our staff turned off your two-step verification',
    text: () =>
      'You were signed out everywhere, and your recovery codes no longer work. From now on, signing in takes your password alone.',
  },
}

/** Tells a person that their second step of signing in changed, or that a recovery code was used. */
export const secondFactorChanged: MailTemplate<Change & { settingsUrl: string; resetUrl: string }> = {
  subject: ({ change }) => texts[change].title,
  preview: ({ change, codesLeft }) => texts[change].text(codesLeft),
  sample: {
    change: 'recovered',
    codesLeft: 9,
    settingsUrl: 'https://jouvay.example/settings/second-step',
    resetUrl: 'https://jouvay.example/password-reset',
  },
  Content: ({ change, codesLeft, settingsUrl, resetUrl }) => (
    <>
      <Title>{texts[change].title}</Title>
      <Paragraph>{texts[change].text(codesLeft)}</Paragraph>
      <Action url={settingsUrl}>See your settings</Action>
      <SmallPrint>
        {`If this wasn't you, choose a new password right away, which signs everyone out: ${resetUrl}`}
      </SmallPrint>
    </>
  ),
}
