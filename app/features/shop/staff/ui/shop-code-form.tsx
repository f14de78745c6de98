import type { SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import * as paths from '#core/paths.ts'
import { codeDetailRows, codeLimitRows } from '#core/promo-codes.ts'
import { Button } from '#ui/button.tsx'
import { CheckGroup } from '#ui/check-group.tsx'
import { CheckboxField, SelectField, TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { text } from '#ui/layout.css.ts'
import { FieldRows } from '#ui/office/field-rows.tsx'
import { FormSection } from '#ui/office/form-section.tsx'
import { touchLink } from '#ui/touch-link.css.ts'
import { shopCodeValues } from '../shop-codes.rules.ts'
import { shopCodeFormSchema } from '../shop-codes.schema.ts'
import { type ProductChoices, type ShopCodeEditor, shopCodeEffects } from '../shop-codes.types.ts'
import { ProductChoice, scopeOptions } from './product-choice.tsx'
import * as forms from './product-editor.css.ts'

const scopes = [
  { value: 'all', label: 'The whole shop' },
  { value: 'listed', label: 'Items checked below' },
]

/**
 * Edits a code for goods.
 * @param reply the server's response to the last try
 * @param choices the products that the last try was answered with; null before the first one
 */
export function ShopCodeForm({
  editor,
  reply,
  choices,
}: {
  editor: ShopCodeEditor
  reply: SubmissionResult | null
  choices: ProductChoices | null
}) {
  const open = editor.code
  const { form, fields, busy } = useIntentForm(shopCodeFormSchema, {
    intent: 'save',
    reply,
    defaultValue: shopCodeValues(open),
  })
  const address = paths.adminShopCodes({ code: open?.id ?? 'new' })
  return (
    <div className={forms.column}>
      <Link to={paths.adminShopCodes()} className={touchLink}>
        All codes
      </Link>
      <IntentForm form={form} intent="save" action={address}>
        {open && (
          <>
            <input type="hidden" name="id" value={open.id} />
            <input type="hidden" name="version" value={open.version} />
          </>
        )}
        <FormSection id="section-code" title={open ? `Edit ${open.code}` : 'New code'}>
          <div className={forms.pair}>
            <FieldRows rows={codeDetailRows(shopCodeEffects)} fields={fields} />
          </div>
          <p className={text.muted}>
            With tickets in the order, the code or the ticket-buyer discount applies to an item, whichever
            takes off more; they never add up. One code per order.
          </p>
        </FormSection>
        <FormSection id="section-scope" title="For">
          <SelectField meta={fields.goods} label="Valid for" options={scopes} />
          {editor.collections.length > 0 && (
            <CheckGroup
              meta={fields.collections}
              label="Collections"
              options={scopeOptions(editor.collections)}
            />
          )}
          <ProductChoice
            meta={fields.products}
            choices={choices ?? { ...editor, search: '' }}
            action={address}
          />
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
            <FieldRows rows={codeLimitRows('Items')} fields={fields} />
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
            {open ? 'Save code' : 'Create code'}
          </Button>
        </div>
      </IntentForm>
    </div>
  )
}
