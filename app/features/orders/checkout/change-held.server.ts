import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import * as paths from '#core/paths.ts'
import type { Refusal } from '#core/result.ts'
import { requireActor } from '#server/actor.server.ts'
import { readIdempotencyKey } from '#server/idempotency.server.ts'
import { applyCode, dropCode } from '../codes.writes.server.ts'
import type { SetDelivery } from '../delivery/delivery.schema.ts'
import { setDelivery } from '../delivery/delivery.writes.server.ts'
import { refuse, replyTo } from './checkout.responses.server.ts'

/** Uses a code for what is held, or removes the one that it uses (null). */
export async function changeCode(args: ActionFunctionArgs, code: string | null) {
  const actor = await requireActor(args)
  const changed = code === null ? await dropCode(actor.id) : await applyCode(args, actor.id, code)
  return changed.ok ? redirect(paths.checkout(), 303) : refuse('code', changed.refusal)
}

/** Prices tax and shipping by how the buyer wants to get the goods. */
export async function deliver(
  args: ActionFunctionArgs,
  sent: SetDelivery,
  form: { refuse: (refusal: Refusal) => Parameters<typeof replyTo>[1] },
) {
  const actor = await requireActor(args)
  const set = await setDelivery(actor, sent, readIdempotencyKey(args.request))
  return set.ok
    ? redirect(paths.checkout({ hold: sent.hold }), 303)
    : replyTo('deliver', form.refuse(set.refusal))
}
