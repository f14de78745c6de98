import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '#core/page-meta.ts'
import * as paths from '#core/paths.ts'
import { readShipping } from '#features/shop/shipping/shipping.reads.server.ts'
import {
  handlingFormSchema,
  pickupPointSchema,
  priceRuleSchema,
  taxSchema,
  zoneSchema,
} from '#features/shop/shipping/shipping.schema.ts'
import { saveHandling, saveShipping } from '#features/shop/shipping/shipping.writes.server.ts'
import { ShippingPage } from '#features/shop/shipping/ui/shipping-page.tsx'
import type { StaffHandle } from '#features/staff/staff.types.ts'
import { readGuarded, requireStaffPage } from '#server/actor.server.ts'
import { readIntent } from '#server/form.server.ts'
import { PageHeader } from '#ui/page-header.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const [, shipping] = await readGuarded(args, requireStaffPage(args, '/admin/shipping'), () =>
    readShipping(args),
  )
  return { shipping }
}

export async function action(args: ActionFunctionArgs) {
  await requireStaffPage(args, '/admin/shipping')
  const { intent, form, fields } = await readIntent(args.request, {
    handling: handlingFormSchema,
    zone: zoneSchema,
    tax: taxSchema,
    pickup: pickupPointSchema,
    rule: priceRuleSchema,
  })
  const id = String(fields.get('id') ?? '') || null
  if (!form.ok) {
    const { data: result, init } = form.reply()
    return data({ intent, id, result }, init ?? undefined)
  }
  if (form.value.intent === 'handling') {
    await saveHandling(args, form.value)
    return redirect(paths.adminShipping())
  }
  const saved = await saveShipping(args, form.value)
  if (saved.ok) return redirect(paths.adminShipping())
  const { data: result, init } = form.refuse(saved.refusal)
  return data({ intent, id, result }, init ?? undefined)
}

export const meta: MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Shipping', noindex: true })

export const handle: StaffHandle = {}

/** Lists zones, rates of tax, pickup points and price rules, each with a form to change it. */
export default function ShippingRoute() {
  const { shipping } = useLoaderData<typeof loader>()
  return (
    <div>
      <PageHeader title="Shipping" text="Handling time, shipping rates, sales tax and pickup points." />
      <ShippingPage shipping={shipping} reply={useActionData<typeof action>() ?? null} />
    </div>
  )
}
