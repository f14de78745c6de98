import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import type { Refusal } from '#core/result.ts'
import { networkOf } from './limits.server.ts'
import { rpc } from './rpc.server.ts'
import { type RequestArgs, readIdentity } from './session.server.ts'
import { serviceClient } from './supabase.server.ts'

/** Limits against abuse. Their figures are the rows of `private.limits`; `docs/operations.md` lists them with the rule. */

/** Names of the limits that the server asks. The selling functions ask the others by themselves. */
export const limitNames = [
  'sign_in',
  'password_check',
  'second_step',
  'passkey_challenge',
  'factor_mail',
  'identity',
  'register',
  'guest',
  'password_reset',
  'email_change',
  'email_change_to',
  'data_export',
  'avatar',
  'photo',
  'promo_code',
  'event_password',
  'typed_email',
  'newsletter',
  'alert',
  'waitlist',
  'follow',
  'people',
  'suggestion',
  'contact',
  'ticket_links',
  'ticket_rename',
  'ticket_reissue',
  'scan_report',
  'ticket_transfer',
  'ticket_return',
  'ticket_accept',
  'free_ticket',
  'ticket_pass',
  'paper',
  'own_refund',
  'own_goods',
  'own_return',
  'promoter_names',
  'door_look',
  'cart',
  'payment',
  'chat_listen',
  'playback',
  'view',
  'view_day',
] as const

export type LimitName = (typeof limitNames)[number]

/** The keys that one attempt counts under. */
export type Attempt = {
  limit: LimitName
  /** Names whose count closes: an account's id, a typed address, an order. Left out where nobody is known yet. */
  subject?: string | readonly string[] | null | undefined
  /** From `visitorNetwork`. Left out where only the subject counts. */
  network?: string | null | undefined
}

const countedSchema = z.object({
  allowed: z.boolean(),
  retry_after_seconds: z.number(),
  delay_seconds: z.number(),
})

/** Hashes what is counted: a list of counts is no list of visitors. */
const hash = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')

/** Key of a network in the tables about purchases (holds, payments, blocked buyers). */
export function networkKey(address: string): string {
  return `network:${hash([networkOf(address)])}`
}

/** Key of a subject in the counts. */
export function subjectKey(subject: string | readonly string[]): string {
  return hash(typeof subject === 'string' ? [subject] : subject)
}

/**
 * The network that a request counts under: that of a visitor or a guest. Null for a signed-in member, whose account counts
 * alone, because hundreds of people share one network.
 */
export async function visitorNetwork(args: RequestArgs): Promise<string | null> {
  const identity = await readIdentity(args)
  return identity && !identity.isAnonymous ? null : networkOf(args.context.requestContext.address)
}

const valuesOf = ({ limit, subject, network }: Attempt) => ({
  p_name: limit,
  p_subject: subject == null ? null : subjectKey(subject),
  p_network: network == null ? null : hash([network]),
})

/**
 * Counts an attempt, and waits where its network is slowed. Kept in the database, so that it holds across processes and restarts.
 * @returns null when it may go on, else the refusal with the seconds to wait
 */
export async function countAttempt(attempt: Attempt): Promise<Refusal | null> {
  const counted = await rpc(serviceClient(), 'consume_limit', valuesOf(attempt), countedSchema)
  if (!counted.allowed) {
    return { code: 'rate_limited', facts: { retry_after_seconds: counted.retry_after_seconds } }
  }
  if (counted.delay_seconds > 0) await wait(counted.delay_seconds * 1000)
  return null
}

/** Takes one attempt back: where wrong answers are counted, a right one is not. */
export async function refundAttempt(attempt: Attempt): Promise<void> {
  await rpc(serviceClient(), 'refund_limit', valuesOf(attempt), z.unknown())
}

/** Forgets the attempts of a subject. */
export async function resetAttempts({
  limit,
  subject,
}: Attempt & { subject: NonNullable<Attempt['subject']> }): Promise<void> {
  await rpc(serviceClient(), 'reset_limit', { p_name: limit, p_subject: subjectKey(subject) }, z.unknown())
}

/**
 * Counts a form that sends mail to a typed address: under that address, and under the member who sends it or else the network.
 * @returns null when it may go on, else the refusal with the seconds to wait
 */
export async function countTypedEmail(
  args: RequestArgs,
  limit: LimitName,
  email: string,
): Promise<Refusal | null> {
  const [network, identity] = await Promise.all([visitorNetwork(args), readIdentity(args)])
  if (network === null && identity) {
    const limited = await countAttempt({ limit: 'typed_email', subject: identity.id })
    if (limited) return limited
  }
  return countAttempt({ limit, subject: email.toLowerCase(), network })
}

/** Result of `read_limit`. */
export const limitFiguresSchema = z.object({
  most: z.int().nullable(),
  windowSeconds: z.int().nullable(),
  networkClosesAt: z.int().nullable(),
  networkWindowSeconds: z.int().nullable(),
})

/** Figures of a limit that this process counts by itself. */
export type LimitFigures = z.output<typeof limitFiguresSchema>

/** Reads the figures of a limit that this process counts by itself. */
export async function readLimit(limit: LimitName): Promise<LimitFigures> {
  return await rpc(serviceClient(), 'read_limit', { p_name: limit }, limitFiguresSchema)
}
