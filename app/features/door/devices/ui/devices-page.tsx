import type { SubmissionResult } from '@conform-to/react'
import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import * as paths from '#core/paths.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { stack } from '#ui/layout.css.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { ShareLink } from '#ui/share-link.tsx'
import { whenText } from '../devices.rules.ts'
import { inviteDeviceSchema } from '../devices.schema.ts'
import type { DeviceList } from '../devices.types.ts'
import { DeviceCard } from './device-card.tsx'
import * as css from './devices.css.ts'

/** The outcome of the form that was sent last: a new code, which is shown this once, or the reply to a form. */
export type DevicesSent = {
  intent: string
  reply: SubmissionResult | null
  code: { name: string; url: string; expiresAt: string; picture: { size: number; path: string } } | null
}

/** Milliseconds after which the open page reads its devices again. */
const every = 15_000

/** The devices at the door of an event: how each does, and what a door manager may do about it. */
export function DevicesPage({ list, sent }: { list: DeviceList; sent: DevicesSent | null }) {
  const { event, devices, now } = list
  useRereading()
  const here = paths.doorDevices({ event: event.id })
  const working = devices.filter(({ revokedAt }) => !revokedAt)
  const removed = devices.filter(({ revokedAt }) => revokedAt)
  const cards = (of: typeof devices) => (
    <ul className={css.devices}>
      {of.map((device) => (
        <DeviceCard key={device.id} device={device} event={event} now={now} here={here} sent={sent} />
      ))}
    </ul>
  )
  return (
    <div className={stack[6]}>
      <PageHeader title="Devices" text={event.title} />
      {sent?.code && <NewCode code={sent.code} event={event} now={now} />}
      <Invite
        here={here}
        eventId={event.id}
        reply={sent?.intent === 'invite' ? sent.reply : null}
        key={sent?.code?.url ?? ''}
      />
      {working.length > 0 ? (
        cards(working)
      ) : (
        <EmptyState title="No devices yet" text="Add a phone, or open the scanner on yours." />
      )}
      {removed.length > 0 && (
        <details>
          <summary className={css.summary}>Removed ({removed.length})</summary>
          {cards(removed)}
        </details>
      )}
    </div>
  )
}

function Invite({ here, eventId, reply }: { here: string; eventId: string; reply: SubmissionResult | null }) {
  const { form, fields, busy } = useIntentForm(inviteDeviceSchema, { intent: 'invite', reply })
  return (
    <Card as="section" aria-label="Add a phone" className={css.invite}>
      <IntentForm form={form} intent="invite" action={here}>
        <input type="hidden" name="event" value={eventId} />
        <TextField
          meta={fields.name}
          label="Phone"
          hint="Who has it or where it stands. It needs no account."
          autoComplete="off"
        />
        <div>
          <Button type="submit" busy={busy}>
            Add phone
          </Button>
        </div>
      </IntentForm>
    </Card>
  )
}

function NewCode({
  code,
  event,
  now,
}: {
  code: NonNullable<DevicesSent['code']>
  event: DeviceList['event']
  now: string
}) {
  return (
    <Card as="section" aria-label={`Code for ${code.name}`} className={stack[4]} data-testid="device-code">
      <Banner tone="success" title={`Scan this with ${code.name}.`} announce>
        <p>
          It works once, until {whenText(code.expiresAt, event.timeZone, now)} tomorrow. It isn’t shown again.
        </p>
      </Banner>
      <div className={css.code}>
        <QrCode picture={code.picture} label={`Code to add ${code.name}`} />
      </div>
      <div>
        <ShareLink path={code.url} url={code.url} text={`Scan tickets at ${event.title}:`}>
          Send link
        </ShareLink>
      </div>
    </Card>
  )
}

/** Reads the page again while it is visible; what is being typed stays. */
function useRereading(): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine && state === 'idle') revalidate()
    }, every)
    return () => clearInterval(timer)
  }, [revalidate, state])
}
