import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckGroup } from '#ui/check-group.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { CheckboxField, SelectField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import { RecordSummary, StateButton } from '#ui/office/record-summary.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import {
  shopCodeEffectNames,
  shopCodeEffectText,
  shopCodeFacts,
  shopCodeStates,
  shopCodeValues,
} from '../shop-codes.rules.ts'
import { shopCodeFormSchema } from '../shop-codes.schema.ts'
import type { ShopCode, ShopCodes } from '../shop-codes.types.ts'
import * as forms from './product-editor.css.ts'
import * as css from './shop-codes.css.ts'

const effects = Object.entries(shopCodeEffectNames).map(([value, label]) => ({ value, label }))
const scopes = [
  { value: 'all', label: 'The whole shop' },
  { value: 'listed', label: 'Items checked below' },
]

/**
 * The codes for goods: a list with their uses, and the form of the one that the address opens.
 * @param open the code that is edited, `new` for a new one, null for the list alone
 * @param reply the server's response to the last form
 */
export function ShopCodesPage({
  page,
  open,
  reply,
}: {
  page: ShopCodes
  open: ShopCode | 'new' | null
  reply: SubmissionResult | null
}) {
  if (open !== null) return <CodeForm page={page} open={open} reply={reply} />
  const [refusal] = reply?.error?.[''] ?? []
  return (
    <div className={forms.column}>
      {refusal && <Banner tone="danger" title={refusal} announce />}
      {page.codes.length === 0 ? (
        <EmptyState
          title="No codes yet"
          text="A code gives a discount on products, collections or the whole shop."
          action={<LinkButton to={paths.adminShopCodes({ code: 'new' })}>New code</LinkButton>}
        />
      ) : (
        <ul className={css.list}>
          {page.codes.map((code) => (
            <Code key={code.id} code={code} page={page} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Code({ code, page }: { code: ShopCode; page: ShopCodes }) {
  const state = shopCodeStates[code.state]
  const change = (to: 'active' | 'paused' | 'archived', label: string) => (
    <StateButton id={code.id} state={to} label={label} name={code.code} action={paths.adminShopCodes()} />
  )
  return (
    <Card as="li">
      <div className={stack[3]}>
        <RecordSummary
          level={2}
          name={code.code}
          badges={
            <>
              <Badge tone={state.tone}>{state.text}</Badge>
              <Badge tone="accent">{shopCodeEffectText(code, page.currency)}</Badge>
            </>
          }
          note={code.label}
          facts={shopCodeFacts(code, page)}
        />
        <div className={cluster[2]}>
          <LinkButton
            to={paths.adminShopCodes({ code: code.id })}
            variant="secondary"
            size="sm"
            aria-label={`Edit ${code.code}`}
          >
            Edit
          </LinkButton>
          {code.paused ? change('active', 'Resume') : change('paused', 'Pause')}
          {change('archived', 'Archive')}
        </div>
      </div>
    </Card>
  )
}

function CodeForm({
  page,
  open,
  reply,
}: {
  page: ShopCodes
  open: ShopCode | 'new'
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(shopCodeFormSchema, {
    intent: 'save',
    reply,
    defaultValue: shopCodeValues(open),
  })
  const options = (rows: ShopCodes['products']) => rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className={forms.column}>
      <Link to={paths.adminShopCodes()} className={touchLink}>
        All codes
      </Link>
      <IntentForm
        form={form}
        intent="save"
        action={paths.adminShopCodes({ code: open === 'new' ? 'new' : open.id })}
      >
        {open !== 'new' && (
          <>
            <input type="hidden" name="id" value={open.id} />
            <input type="hidden" name="version" value={open.version} />
          </>
        )}
        <FormSection id="section-code" title={open === 'new' ? 'New code' : `Edit ${open.code}`}>
          <div className={forms.pair}>
            <TextField
              meta={fields.code}
              label="Code"
              hint="Not case-sensitive."
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
            <TextField
              meta={fields.label}
              label="Note"
              optional
              hint="Only staff see it."
              autoComplete="off"
            />
            <SelectField meta={fields.effect} label="What it does" options={effects} />
            <TextField meta={fields.percent} label="Percent" optional inputMode="numeric" />
            <TextField
              meta={fields.amountCents}
              label="Amount ($)"
              optional
              hint="For dollars off or a set price."
              inputMode="decimal"
            />
          </div>
          <p className={text.muted}>
            With tickets in the order, the code or the ticket-buyer discount applies to an item, whichever
            takes off more; they never add up. One code per order.
          </p>
        </FormSection>
        <FormSection id="section-scope" title="For">
          <SelectField meta={fields.goods} label="Valid for" options={scopes} />
          {page.collections.length > 0 && (
            <CheckGroup meta={fields.collections} label="Collections" options={options(page.collections)} />
          )}
          {page.products.length > 0 && (
            <CheckGroup meta={fields.products} label="Products" options={options(page.products)} />
          )}
          <CheckboxField meta={fields.forTickets} label="Also for tickets of all events" value="on" />
        </FormSection>
        <FormSection id="section-limits" title="Limits" hint="Leave a limit empty for none.">
          <div className={forms.pair}>
            <TextField
              meta={fields.minGoodsCents}
              label="Minimum order ($)"
              optional
              hint="Of items from the shop, before discounts."
              inputMode="decimal"
            />
            <TextField meta={fields.maxOrders} label="Maximum orders" optional inputMode="numeric" />
            <TextField meta={fields.maxUnits} label="Items" optional inputMode="numeric" />
            <TextField meta={fields.maxPerPerson} label="Limit per person" optional inputMode="numeric" />
            <TextField meta={fields.maxUnitsPerOrder} label="Items per order" optional inputMode="numeric" />
            <TextField meta={fields.budgetCents} label="Total discount ($)" optional inputMode="decimal" />
          </div>
        </FormSection>
        <FormSection id="section-window" title="When">
          <div className={forms.pair}>
            <TextField meta={fields.validFrom} label="Valid from" optional type="datetime-local" />
            <TextField meta={fields.validUntil} label="Valid until" optional type="datetime-local" />
          </div>
        </FormSection>
        <div>
          <Button type="submit" busy={busy}>
            {open === 'new' ? 'Create code' : 'Save code'}
          </Button>
        </div>
      </IntentForm>
    </div>
  )
}
