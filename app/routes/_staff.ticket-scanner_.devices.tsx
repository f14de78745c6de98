import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
  type SerializeFrom,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { listDevices } from '#features/door/devices/devices.reads.server.ts'
import { deviceForms } from '#features/door/devices/devices.schema.ts'
import { changeDevice, inviteDevice } from '#features/door/devices/devices.writes.server.ts'
import { DevicesPage, type DevicesSent } from '#features/door/devices/ui/devices-page.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireGrant } from '#server/actor.server.ts'
import { notFound, refusalResponse } from '#server/api.server.ts'
import { drawQr } from '#server/draw-qr.server.ts'
import { readEnv } from '#server/env.server.ts'
import { readIntent } from '#server/form.server.ts'

export const headers = () => ({ 'cache-control': 'private, no-store' })

export async function loader(args: LoaderFunctionArgs) {
  const named = new URL(args.request.url).searchParams.get('event')
  const event = z.uuid().safeParse(named ?? '').data
  const [, list] = await readGuarded(args, requireGrant(args, 'door_manager', event), async () =>
    event ? await listDevices(args, event) : null,
  )
  if (named && !event) throw notFound()
  // Without an event the scanner's page asks which.
  if (!list) throw redirect(paths.ticketScanner({ choose: '1' }))
  if (!list.ok) throw refusalResponse(list.refusal)
  return { list: list.value }
}

/** Adds a phone, locks, unlocks or removes a device, or waives its check. The token of a new code is in this one response. */
export async function action(args: ActionFunctionArgs) {
  const { intent, form } = await readIntent(args.request, deviceForms)
  await requireGrant(args, 'door_manager', form.ok ? form.value.event : undefined)
  const answer = (of: Partial<DevicesSent>): DevicesSent => ({ intent, reply: null, code: null, ...of })
  if (!form.ok) {
    const reply = form.reply()
    return data(answer({ reply: reply.data }), reply.init ?? undefined)
  }
  if (form.value.intent === 'invite') {
    const invited = await inviteDevice(args, form.value)
    if (!invited.ok) {
      const reply = form.refuse(invited.refusal)
      return data(answer({ reply: reply.data }), reply.init ?? undefined)
    }
    const { token, ...code } = invited.value
    const url = `${readEnv().SITE_URL}${paths.enrollDevice()}#${token}`
    return data(answer({ code: { ...code, url, picture: drawQr(url) } }))
  }
  const changed = await changeDevice(args, form.value)
  if (changed.ok) return redirect(paths.doorDevices({ event: form.value.event }), 303)
  const reply = form.refuse(changed.refusal)
  return data(answer({ reply: reply.data }), reply.init ?? undefined)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Devices', noindex: true })

export const handle: StaffHandle<SerializeFrom<typeof loader> | undefined> = {
  crumbs: () => [{ label: 'Devices' }],
  event: { of: (loaded) => loaded?.list.event.id ?? null, to: (id) => paths.doorDevices({ event: id }) },
}

/** The devices at the door of an event, for its managers. */
export default function DoorDevicesPage() {
  const { list } = useLoaderData<typeof loader>()
  return <DevicesPage list={list} sent={useActionData<typeof action>() ?? null} />
}
