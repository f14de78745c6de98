import type * as z from 'zod'
import { deviceOf } from '#core/device-name.ts'
import { longDateTime } from '#core/time.ts'
import type { newDeviceSchema } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Facts, Paragraph, SmallPrint, Title } from './parts.tsx'

/** To a person whose account was signed in to from a browser that it was not seen in before. */
export const newDevice: MailTemplate<
  z.output<typeof newDeviceSchema> & { settingsUrl: string; resetUrl: string }
> = {
  subject: () => 'New sign-in to your account',
  preview: ({ userAgent }) => `From ${deviceOf(userAgent)}.`,
  sample: {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
    at: '2026-11-22T23:30:00Z',
    timeZone: 'America/New_York',
    settingsUrl: 'https://jouvay.example/settings',
    resetUrl: 'https://jouvay.example/password-reset',
  },
  Content: ({ sender, userAgent, at, timeZone, settingsUrl, resetUrl }) => (
    <>
      <Title>New sign-in to your account</Title>
      <Paragraph>{`Someone signed in to your ${sender.brand} account from a device we haven't seen before.`}</Paragraph>
      <Facts
        rows={[
          ['Device', deviceOf(userAgent)],
          ['When', longDateTime(at, timeZone)],
        ]}
      />
      <Action url={settingsUrl}>See where you're signed in</Action>
      <SmallPrint>
        {`If it was you, ignore this email. If it wasn't, choose a new password right away, which signs everyone out: ${resetUrl}`}
      </SmallPrint>
    </>
  ),
}
