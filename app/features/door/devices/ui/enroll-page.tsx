import { Form, useLocation, useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import * as paths from '#core/paths.ts'
import type { OwnDevice } from '#core/roles.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { stack } from '#ui/layout.css.ts'
import { adoptDeviceId, deviceId } from '../../ui/device-id.ts'
import { tokenSchema } from '../devices.schema.ts'

/** How taking a code ended: the event to scan at and the id that the browser has from now on, or why not. */
export type Enrolled = { enrolled: { event: string; device: string } } | { refusal: string }

/**
 * Makes this phone a scanner by a one-time code. The token stands in the fragment of the address, which no server and no other site
 * sees, so nothing happens before the press and nothing without JavaScript.
 * @param device what this phone was enrolled as last; null for one that was not
 */
export function EnrollPage({ device, sent }: { device: OwnDevice | null; sent: Enrolled | null }) {
  const token = useToken()
  const navigate = useNavigate()
  const isBusy = useNavigation().state !== 'idle'
  const enrolled = sent && 'enrolled' in sent ? sent.enrolled : null
  useEffect(() => {
    if (!enrolled) return
    adoptDeviceId(enrolled.device)
    navigate(paths.ticketScanner({ event: enrolled.event }), { replace: true })
  }, [enrolled, navigate])
  return (
    <div className={stack[5]}>
      {sent && 'refusal' in sent && <Banner tone="danger" title={sent.refusal} announce />}
      {token ? (
        <Form method="post" className={stack[4]}>
          <input type="hidden" name="token" value={token} />
          <input type="hidden" name="device" value={deviceId()} />
          <p>No account needed. It scans until 12 hours after the event.</p>
          <div>
            <Button type="submit" size="lg" busy={isBusy || enrolled !== null}>
              Start scanning
            </Button>
          </div>
        </Form>
      ) : (
        <Standing device={device} isRead={token !== undefined} />
      )}
    </div>
  )
}

/** Says what this phone is at a door, to who comes without a code. */
function Standing({ device, isRead }: { device: OwnDevice | null; isRead: boolean }) {
  if (device?.state === 'locked')
    return (
      <Banner tone="warning" title={`${device.name} is locked.`}>
        <p>Ask the door manager to unlock it. Scans that it holds stay on it.</p>
      </Banner>
    )
  if (device?.state === 'revoked')
    return (
      <Banner tone="danger" title={`${device.name} was removed from the door.`}>
        <p>Ask the door manager for a new code.</p>
      </Banner>
    )
  if (device)
    return (
      <>
        <p>This phone is {device.name}.</p>
        <div>
          <LinkButton to={paths.ticketScanner({ event: device.eventId })} size="lg">
            Open scanner
          </LinkButton>
        </div>
      </>
    )
  return (
    <>
      <noscript>
        <p>Turn on JavaScript to scan tickets.</p>
      </noscript>
      {isRead && <p>Point this phone’s camera at the code on the door manager’s screen.</p>}
    </>
  )
}

/** Returns the token of the address's fragment, null without one; undefined until the page runs in a browser. */
function useToken(): string | null | undefined {
  const { hash } = useLocation()
  const [token, setToken] = useState<string | null>()
  useEffect(() => setToken(tokenSchema.safeParse(hash.slice(1)).data ?? null), [hash])
  return token
}
