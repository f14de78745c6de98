import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { FormErrors, TextField } from '#ui/field.tsx'
import { stack } from '#ui/layout.css.ts'
import { clockText, readyCheck, stateNames, whenText } from '../devices.rules.ts'
import { revokeDeviceSchema, waiveDeviceSchema } from '../devices.schema.ts'
import type { DeviceList, DoorDevice } from '../devices.types.ts'
import * as css from './devices.css.ts'

type CardProps = {
  device: DoorDevice
  event: DeviceList['event']
  now: string
  /** The page that takes the forms. */
  here: string
  sent: { intent: string; reply: SubmissionResult | null } | null
}

/** One device: what it is, how it does, and what may be done about it. */
export function DeviceCard({ device, event, now, here, sent }: CardProps) {
  const { label, tone } = stateNames[device.state]
  const check = readyCheck(device)
  const replyTo = (intent: string) =>
    sent?.intent === intent && sent.reply?.initialValue?.device === device.id ? sent.reply : null
  const form = { here, eventId: event.id, deviceId: device.id }
  const locks = device.state === 'locked' ? 'unlock' : 'lock'
  return (
    <Card as="li" className={stack[3]} data-testid="device">
      <div className={css.head}>
        <h2 className={css.name}>{device.name}</h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <Facts device={device} zone={event.timeZone} now={now} />
      {device.state !== 'revoked' && (
        <>
          {check.state === 'failed' && (
            <ReasonForm
              {...form}
              intent="waive"
              schema={waiveDeviceSchema}
              label="Let it scan anyway"
              press="Let it scan"
              reply={replyTo('waive')}
            />
          )}
          {['enrolled', 'active', 'locked'].includes(device.state) && (
            <LockForm {...form} intent={locks} reply={replyTo(locks)} />
          )}
          <ReasonForm
            {...form}
            intent="revoke"
            schema={revokeDeviceSchema}
            label="Remove"
            press="Remove device"
            reply={replyTo('revoke')}
          />
        </>
      )}
    </Card>
  )
}

function Facts({ device, zone, now }: { device: DoorDevice; zone: string; now: string }) {
  const when = (at: string) => whenText(at, zone, now)
  const check = readyCheck(device)
  const facts: [string, ReactNode][] = []
  if (device.kind === 'staff') facts.push(['Account', device.person ?? 'Deleted'])
  if (device.state === 'invited' && device.inviteExpiresAt)
    facts.push(['Code until', when(device.inviteExpiresAt)])
  if (device.lastSeenAt) facts.push(['Last seen', when(device.lastSeenAt)])
  if (device.packAt) facts.push(['Offline tickets', `from ${when(device.packAt)}`])
  if (device.clockOffsetMs !== null) facts.push(['Clock', clockText(device.clockOffsetMs)])
  if (device.battery !== null)
    facts.push(['Battery', <Warned key="battery" when={device.battery < 20}>{`${device.battery}%`}</Warned>])
  if (device.isKept !== null)
    facts.push([
      'Kept by the phone',
      <Warned key="kept" when={!device.isKept}>
        {device.isKept ? 'Yes' : 'No'}
      </Warned>,
    ])
  if (device.waitingScans > 0)
    facts.push(['Not uploaded', <Warned key="waiting" when>{`${device.waitingScans} scans`}</Warned>])
  if (check.state !== 'none')
    facts.push([
      'Check',
      <Check key="check" check={check} reason={device.waiveReason} by={device.waivedBy} />,
    ])
  if (device.revokedAt) facts.push(['Removed', `${when(device.revokedAt)}: ${device.revokeReason}`])
  if (device.handedInAt) facts.push(['Handed in', when(device.handedInAt)])
  if (facts.length === 0) return null
  return (
    <dl className={css.facts}>
      {facts.map(([term, fact]) => (
        <div key={term} className={css.fact}>
          <dt className={css.term}>{term}</dt>
          <dd suppressHydrationWarning>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

function Check({
  check: { state, failed },
  reason,
  by,
}: {
  check: ReturnType<typeof readyCheck>
  reason: string | null
  by: string | null
}) {
  if (state === 'passed') return 'Passed'
  if (state === 'waived') return `Failed: ${failed.join(', ')}. Allowed by ${by ?? 'staff'}: ${reason}`
  return <Warned when>{`Failed: ${failed.join(', ')}`}</Warned>
}

function Warned({ when, children }: { when: boolean; children: string }) {
  return when ? <strong className={css.warned}>{children}</strong> : children
}

type FormOf = { here: string; eventId: string; deviceId: string; reply: SubmissionResult | null }

function useIsBusy(intent: string, deviceId: string): boolean {
  const { formData } = useNavigation()
  return formData?.get('device') === deviceId && formData.get('intent') === intent
}

function Hidden({ intent, eventId, deviceId }: { intent: string; eventId: string; deviceId: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="event" value={eventId} />
      <input type="hidden" name="device" value={deviceId} />
    </>
  )
}

function LockForm({ here, eventId, deviceId, intent, reply }: FormOf & { intent: 'lock' | 'unlock' }) {
  const [form] = useForm({ id: `${intent}-${deviceId}`, lastResult: reply })
  return (
    <Form method="post" action={here} {...getFormProps(form)}>
      <Hidden {...{ intent, eventId, deviceId }} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <Button type="submit" variant="secondary" busy={useIsBusy(intent, deviceId)}>
        {intent === 'lock' ? 'Lock' : 'Unlock'}
      </Button>
    </Form>
  )
}

function ReasonForm({
  here,
  eventId,
  deviceId,
  intent,
  schema,
  label,
  press,
  reply,
}: FormOf & {
  intent: 'revoke' | 'waive'
  schema: typeof revokeDeviceSchema | typeof waiveDeviceSchema
  label: string
  press: string
}) {
  const [form, fields] = useForm<{ reason: string }>({
    id: `${intent}-${deviceId}`,
    lastResult: reply,
    constraint: getZodConstraint(schema),
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <details open={reply !== null || undefined}>
      <summary className={css.summary}>{label}</summary>
      <Form method="post" action={here} {...getFormProps(form)} className={stack[3]}>
        <Hidden {...{ intent, eventId, deviceId }} />
        <FormErrors id={form.errorId} errors={form.errors} />
        <TextField meta={fields.reason} label="Reason" autoComplete="off" />
        <div>
          <Button
            type="submit"
            variant={intent === 'revoke' ? 'danger' : 'secondary'}
            busy={useIsBusy(intent, deviceId)}
          >
            {press}
          </Button>
        </div>
      </Form>
    </details>
  )
}
