import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { Form, useNavigation } from '@remix-run/react'
import { carriers, carrierTexts, goodsName, goodsText, pointText } from '#core/goods.ts'
import { formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import { isRefusalCode, sentenceOf } from '#core/refusals.ts'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field, FormErrors, PasswordField, TextareaField, TextInput } from '#ui/field.tsx'
import { cluster, stack } from '#ui/layout.css.ts'
import { Select } from '#ui/select.tsx'
import { Table } from '#ui/table.tsx'
import { goodsActionTexts, skipTexts } from '../fulfilment.rules.ts'
import { goodsActionSchema } from '../fulfilment.schema.ts'
import type { GoodsAction as Action, GoodsPreview, GoodsResult, GoodsTarget } from '../fulfilment.types.ts'
import * as css from './fulfilment.css.ts'

const reasonText = (reason: string) =>
  skipTexts[reason] ?? (isRefusalCode(reason) ? sentenceOf(reason) : reason)

/**
 * Shows what an action would do to goods and which it would skip, and asks before anything changes; afterwards what was done.
 * Works without JavaScript.
 * @param reply the server's reply to the last try
 * @param result what was done, once it was
 * @param back the address to go back to
 */
export function GoodsAction({
  action,
  preview,
  idempotencyKey,
  reply,
  result,
  back,
}: {
  action: Action
  preview: GoodsPreview
  idempotencyKey: string
  reply: SubmissionResult | null
  result: GoodsResult | null
  back: string
}) {
  const backLink = (
    <LinkButton to={back} variant="secondary">
      Go back
    </LinkButton>
  )
  if (result) return <Result action={action} result={result} preview={preview} back={back} />
  const targets = preview.parcels.filter(({ reason }) => reason === null)
  const skipped = preview.parcels.filter(({ reason }) => reason !== null)
  if (preview.parcels.length === 0)
    return <EmptyState title="Nothing selected" text="Select orders in the list first." action={backLink} />
  return (
    <div className={stack[5]}>
      <p data-testid="preview">
        {targets.length === 0
          ? 'None of these can be changed this way.'
          : goodsActionTexts[action].does(targets.length)}
        {skipped.length > 0 && targets.length > 0 && ` ${skipped.length} will be skipped.`}
      </p>
      {targets.length > 0 ? (
        <Confirm {...{ action, preview, targets, idempotencyKey, reply, backLink }} />
      ) : (
        <div>{backLink}</div>
      )}
      {skipped.length > 0 && (
        <Table
          caption={`Skipped (${skipped.length})`}
          columns={[
            { key: 'order', header: 'Order', cell: ({ code }) => code },
            { key: 'name', header: 'Buyer', cell: ({ name }) => name },
            { key: 'reason', header: 'Why', cell: ({ reason }) => reason && reasonText(reason) },
          ]}
          rows={skipped}
          rowKey={({ id }) => id}
          empty={null}
        />
      )}
    </div>
  )
}

function Confirm({
  action,
  preview,
  targets,
  idempotencyKey,
  reply,
  backLink,
}: {
  action: Action
  preview: GoodsPreview
  targets: GoodsTarget[]
  idempotencyKey: string
  reply: SubmissionResult | null
  backLink: JSX.Element
}) {
  const busy = useNavigation().state === 'submitting'
  const [form, fields] = useForm({
    id: 'goods-action',
    lastResult: reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: goodsActionSchema }),
  })
  const { label, title, isDangerous } = goodsActionTexts[action]
  const movesMoney = action === 'cancel' || action === 'refund'
  return (
    <Form method="post" {...getFormProps(form)} className={stack[5]} aria-label={title}>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <FormErrors id={form.errorId} errors={form.errors} />
      {targets.map((target, place) => (
        <Card key={target.id} as="article" aria-label={`Order ${target.code}`}>
          <div className={css.parcel}>
            <input type="hidden" name="id" value={target.id} />
            <h2 className={css.title}>
              {target.code} · {target.name}
            </h2>
            {action === 'ship' ? (
              <ShipFields
                target={target}
                place={place}
                alone={targets.length === 1}
                errors={reply?.error ?? {}}
              />
            ) : (
              <ul>
                {target.items.map((item) => (
                  <li key={item.id}>{goodsText(item)}</li>
                ))}
              </ul>
            )}
            {action === 'move' && <MoveField target={target} place={place} now={preview.now} />}
            {target.backCents !== null && (
              <p>{`${formatMoney(target.backCents, preview.currency)} will be refunded.`}</p>
            )}
          </div>
        </Card>
      ))}
      {(movesMoney || action === 'lost') && (
        <TextareaField meta={fields.reason} label="Reason" hint="Only staff see it." rows={2} />
      )}
      {movesMoney && !preview.isProven && (
        <PasswordField meta={fields.currentPassword} label="Your password" autoComplete="current-password" />
      )}
      <div className={cluster[3]}>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={busy}>
          {movesMoney
            ? `${title}: ${formatMoney(preview.backCents, preview.currency)}`
            : label.replace('…', '')}
        </Button>
        {backLink}
      </div>
    </Form>
  )
}

/** Asks where goods are picked up instead. */
function MoveField({ target, place, now }: { target: GoodsTarget; place: number; now: string }) {
  const { id, point, points } = target
  return (
    <>
      {point && <p className={css.faint}>{`Now: ${pointText(point, now)}`}</p>}
      {points.length === 0 ? (
        <p>There is nowhere else: no store day, and no other event they have a ticket for.</p>
      ) : (
        <>
          <input type="hidden" name={`moves[${place}].id`} value={id} />
          <Field id={`point-${id}`} label="Picked up at">
            {(control) => (
              <Select
                {...control}
                name={`moves[${place}].point`}
                defaultValue={points[0]?.id}
                options={points.map((one) => ({ value: one.id, label: pointText(one, now) }))}
              />
            )}
          </Field>
        </>
      )}
    </>
  )
}

/** Asks for a parcel's carrier and number, and which units go into it when it is the only one. */
function ShipFields({
  target,
  place,
  alone,
  errors,
}: {
  target: GoodsTarget
  /** Its number among the parcels of the form, from 0. */
  place: number
  alone: boolean
  errors: Record<string, string[] | null>
}) {
  const { id, address } = target
  const parcel = `parcels[${place}]`
  return (
    <>
      {address && (
        <address className={css.address}>
          {[
            address.name,
            address.line1,
            address.line2,
            `${address.city}, ${address.state} ${address.postalCode}`,
          ]
            .filter(Boolean)
            .map((line) => (
              <div key={line}>{line}</div>
            ))}
        </address>
      )}
      <input type="hidden" name={`${parcel}.id`} value={id} />
      {target.items.map((item, index) => (
        <div key={item.id} className={css.item}>
          <span>
            {goodsName(item)} {item.sku && <span className={css.faint}>{item.sku}</span>}
          </span>
          {alone ? (
            <span>
              <input type="hidden" name={`items[${index}].id`} value={item.id} />
              <TextInput
                type="number"
                name={`items[${index}].units`}
                aria-label={`Units of ${goodsName(item)} in this parcel`}
                min={0}
                max={item.quantity}
                defaultValue={item.quantity}
                inputMode="numeric"
              />
            </span>
          ) : (
            <span>{`× ${item.quantity}`}</span>
          )}
        </div>
      ))}
      <div className={css.pair}>
        <Field id={`carrier-${id}`} label="Carrier">
          {(control) => (
            <Select
              {...control}
              name={`${parcel}.carrier`}
              defaultValue="usps"
              options={carriers.map((carrier) => ({ value: carrier, label: carrierTexts[carrier].name }))}
            />
          )}
        </Field>
        <Field
          id={`tracking-${id}`}
          label="Tracking number"
          errors={errors[`${parcel}.trackingCode`] ?? undefined}
        >
          {(control) => (
            <TextInput {...control} name={`${parcel}.trackingCode`} maxLength={60} autoComplete="off" />
          )}
        </Field>
      </div>
    </>
  )
}

function Result({
  action,
  result,
  preview,
  back,
}: {
  action: Action
  result: GoodsResult
  preview: GoodsPreview
  back: string
}) {
  const papers = action === 'ship' || action === 'pack'
  return (
    <div className={stack[5]}>
      <Banner
        tone={result.done > 0 ? 'success' : 'neutral'}
        title={result.done > 0 ? goodsActionTexts[action].done(result.done) : 'Nothing was changed.'}
        announce
      />
      {papers && preview.parcels.length > 0 && (
        <ul>
          {preview.parcels
            .filter(({ id }) => !result.skipped.some((skipped) => skipped.id === id))
            .map(({ id, code }) => (
              <li key={id}>
                <a href={paths.packingSlip(id)} target="_blank" rel="noreferrer">
                  {`Packing slip of ${code}`}
                </a>
              </li>
            ))}
        </ul>
      )}
      {result.skipped.length > 0 && (
        <Table
          caption={`Skipped (${result.skipped.length})`}
          columns={[
            { key: 'order', header: 'Order', cell: ({ code }) => code },
            { key: 'name', header: 'Buyer', cell: ({ name }) => name },
            { key: 'reason', header: 'Why', cell: ({ reason }) => reasonText(reason) },
          ]}
          rows={result.skipped}
          rowKey={({ id }) => id}
          empty={null}
        />
      )}
      <div>
        <LinkButton to={back}>Go back</LinkButton>
      </div>
    </div>
  )
}
