import * as z from 'zod'
import { readPassWallet } from '#server/passes.server.ts'
import type { PassWallet } from '#server/passes-port.server.ts'
import { rpc } from '#server/rpc.server.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { serviceClient } from '#server/supabase.server.ts'
import { readChangedPass } from './tickets.reads.server.ts'
import { devicePassesSchema, walletPassSchema } from './tickets.types.ts'

/** The web service that Apple defines for passes that change: devices register, ask what changed, and fetch passes again. */

const noStore = { 'cache-control': 'private, no-store' }
const respond = (status: number) => new Response(null, { status, headers: noStore })

const deviceSchema = z.string().regex(/^[A-Za-z0-9._-]{1,100}$/)
const serialSchema = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{1,5}$/)
  .transform((serial) => ({ serial, id: serial.slice(0, 36), generation: Number(serial.slice(37)) }))
const registrationSchema = z.object({ pushToken: z.string().regex(/^[A-Za-z0-9]{1,200}$/) })
const logsSchema = z.object({ logs: z.array(z.string().max(2000)).max(20) })

/**
 * Responds to a request of Apple's web service for passes; the path below `v1` is the route's splat.
 * @returns 404 for any other path, 401 without the token of the pass, else what Apple's reference says
 */
export async function applePassService(
  args: RequestArgs & { params: { '*'?: string | undefined } },
): Promise<Response> {
  const wallet = readPassWallet('apple')
  if (!wallet?.service) return respond(404)
  const { request } = args
  const { method } = request
  const [area, first = '', second = '', third = '', fourth, ...more] = (args.params['*'] ?? '').split('/')
  if (more.length > 0) return respond(404)
  if (area === 'log' && method === 'POST' && first === '') return await writeLog(args)
  if (area === 'passes' && method === 'GET' && first === wallet.service.passType && third === '')
    return await sendPass(request, wallet, second)
  if (area !== 'devices' || second !== 'registrations' || third !== wallet.service.passType)
    return respond(404)
  const device = deviceSchema.safeParse(first)
  if (!device.success) return respond(404)
  if (fourth === undefined) return method === 'GET' ? await listChanges(request, device.data) : respond(404)
  const pass = admitted(request, wallet, fourth)
  if (!pass) return respond(401)
  const named = { p_device: device.data, p_ticket: pass.id, p_generation: pass.generation }
  if (method === 'DELETE') {
    await rpc(serviceClient(), 'drop_pass_device', named, z.boolean())
    return respond(200)
  }
  if (method !== 'POST') return respond(404)
  const body = registrationSchema.safeParse(await request.json().catch(() => null))
  if (!body.success) return respond(400)
  const isNew = await rpc(
    serviceClient(),
    'register_pass_device',
    { ...named, p_push_token: body.data.pushToken },
    z.boolean().nullable(),
  )
  return respond(isNew === null ? 404 : isNew ? 201 : 200)
}

/** Reads a serial number whose token the request brings; null for another one. */
function admitted(request: Request, wallet: PassWallet, text: string) {
  const pass = serialSchema.safeParse(text)
  const token = /^ApplePass (\S{16,200})$/.exec(request.headers.get('authorization') ?? '')?.[1]
  return pass.success && token && wallet.service?.admits(pass.data.serial, token) ? pass.data : null
}

/** Lists the passes of a device that changed, by the tag of the last list that it was given: seconds since 1970. */
async function listChanges(request: Request, device: string): Promise<Response> {
  const tag = new URL(request.url).searchParams.get('passesUpdatedSince')
  const seconds = tag === null ? null : z.coerce.number().int().min(0).max(4e9).safeParse(tag).data
  const p_since = seconds == null ? null : new Date(seconds * 1000).toISOString()
  const changes = await rpc(
    serviceClient(),
    'list_device_passes',
    { p_device: device, p_since },
    devicePassesSchema,
  )
  if (!changes) return respond(204)
  const { lastUpdated, serials } = changes
  return Response.json(
    { lastUpdated: String(Date.parse(lastUpdated) / 1000), serialNumbers: serials },
    { headers: noStore },
  )
}

/** Sends the current pass, or 304 if unchanged. */
async function sendPass(request: Request, wallet: PassWallet, serial: string): Promise<Response> {
  const named = admitted(request, wallet, serial)
  if (!named) return respond(401)
  const { id, generation } = named
  const found = await rpc(
    serviceClient(),
    'read_wallet_pass',
    { p_ticket: id, p_generation: generation },
    walletPassSchema,
  )
  const changedAt = Date.parse(found?.changedAt ?? '')
  const since = Date.parse(request.headers.get('if-modified-since') ?? '')
  if (since >= changedAt) return respond(304)
  const pass = found && (await readChangedPass(found.list, id, generation))
  if (!pass) return respond(404)
  const response = await wallet.respond(pass)
  response.headers.set('last-modified', new Date(changedAt).toUTCString())
  response.headers.set('cache-control', 'private, no-store')
  return response
}

/** Writes what devices report as going wrong into the log. */
async function writeLog({ request, context }: RequestArgs): Promise<Response> {
  const body = logsSchema.safeParse(await request.json().catch(() => null))
  if (!body.success) return respond(400)
  context.requestContext.log.warn({ logs: body.data.logs }, 'Apple Wallet reports')
  return respond(200)
}
