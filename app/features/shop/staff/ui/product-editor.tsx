import { type DefaultValue, getFormProps, type SubmissionResult, useForm } from '@conform-to/react'
import { getZodConstraint, parseWithZod } from '@conform-to/zod/v4'
import { Form } from '@remix-run/react'
import { Circle, CircleAlert, CircleCheck } from 'lucide-react'
import { type FormEventHandler, useState } from 'react'
import type * as z from 'zod'
import * as paths from '#core/paths.ts'
import { focusNames, focusPoints, focusPosition } from '#core/picture-focus.ts'
import { zoneName } from '#core/zone-name.ts'
import { Badge } from '#ui/badge.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CheckGroup } from '#ui/check-group.tsx'
import { type FieldMeta, FormErrors, SelectField, SwitchField, TextareaField, TextField } from '#ui/field.tsx'
import { useBusy } from '#ui/intent-form.tsx'
import { cluster, split, stack, text } from '#ui/layout.css.ts'
import { FormSection } from '#ui/office/form-section.tsx'
import { PhotoField, useFileAddress } from '#ui/photo-field.tsx'
import { EventArt } from '#ui/picture.tsx'
import {
  mostOptions,
  type OtherValue,
  otherProductValues,
  otherVariantValues,
  variantRows,
  writeSizeChart,
  writeValues,
} from '../product-form.rules.ts'
import {
  pictureAltSchema,
  productFormSchema,
  productPhotoSchema,
  variantsFormSchema,
} from '../product-form.schema.ts'
import type { ProductCheck, ProductEditor } from '../products.types.ts'
import * as css from './product-editor.css.ts'
import { type KeptForm, useKeptForms } from './use-kept-forms.ts'

/** Says what the server responded, and to which form: `save`, `variants`, `picture`, or `picture-alt <id>`. */
export type EditorReply = { to: string; result: SubmissionResult } | null

const checkTexts: Record<ProductCheck, string> = {
  summary: 'A summary',
  picture: 'A picture',
  variant: 'A variant',
  price: 'A price for each variant',
  weight: 'A weight for each variant, for shipping',
  stock: 'Units to sell',
  description: 'A description',
  collection: 'A collection',
  size_chart: 'A size chart, since it comes in sizes',
}

const taxClasses = [
  { value: 'general', label: 'General goods' },
  { value: 'clothing', label: 'Clothing' },
  { value: 'none', label: 'Not taxed' },
]
const taxClassNames = Object.fromEntries(taxClasses.map(({ value, label }) => [value, label]))

/**
 * The editor of a product: its words, options, rules of sale, pictures and variants, and its state. Each part is a form of its
 * own, posted to the page's address, and works without JavaScript; what is typed into one stays while another is saved.
 * @param saved the form that was saved last, as `useKeptForms` takes it
 * @param refusal why the last step was refused, where no form shows it
 */
export function ProductEditorPage({
  product,
  saved,
  reply,
  refusal,
}: {
  product: ProductEditor
  saved: { form: KeptForm; at: string } | null
  reply: EditorReply
  refusal: string | null
}) {
  const of = (form: string) => (reply?.to === form ? reply.result : null)
  const kept = useKeptForms(product, saved)
  return (
    <div className={split}>
      <div className={css.column}>
        {refusal && <Banner tone="danger" title={refusal} announce />}
        <ProductForm
          // Starts over with each saved version.
          key={`product ${product.version}`}
          product={product}
          reply={of('save') ?? kept.begin('product')}
          onInput={kept.onInput('product')}
        />
        <Pictures product={product} reply={reply} />
        <VariantsForm
          key={`variants ${product.version}`}
          product={product}
          reply={of('variants') ?? kept.begin('variants')}
          onInput={kept.onInput('variants')}
        />
      </div>
      <StatusCard product={product} />
    </div>
  )
}

/** Says what another person saved of a form while it was filled in. What was typed stays in the form below. */
function SavedMeanwhile({ values }: { values: OtherValue[] }) {
  if (values.length === 0) return null
  return (
    <Banner tone="warning" title="Someone else saved this in the meantime">
      <dl className={css.others} data-testid="others">
        {values.map(({ label, theirs, yours }) => (
          <div key={label}>
            <dt className={css.otherLabel}>{label}</dt>
            <dd className={css.other}>{`Theirs: ${theirs || 'nothing'}`}</dd>
            <dd className={css.other}>{`Yours: ${yours || 'nothing'}`}</dd>
          </div>
        ))}
      </dl>
      <p>Your version is below. Saving again replaces theirs.</p>
    </Banner>
  )
}

type EditedForm = {
  product: ProductEditor
  /** Begins the form: with its refusal, or with the text typed before another form was saved. */
  reply: SubmissionResult | null
  onInput: FormEventHandler<HTMLFormElement>
}

function ProductForm({ product, reply, onInput }: EditedForm) {
  const [form, fields] = useForm<z.input<typeof productFormSchema>, z.output<typeof productFormSchema>>({
    id: 'product-form',
    lastResult: reply,
    constraint: getZodConstraint(productFormSchema),
    defaultValue: {
      name: product.name,
      slug: product.slug,
      summary: product.summary,
      description: product.description,
      options: Array.from({ length: mostOptions }, (_, at) => ({
        name: product.options[at]?.name ?? '',
        values: writeValues(product.options[at]?.values ?? []),
      })),
      sizeChart: writeSizeChart(product.sizeChart),
      finalSale: product.finalSale ? ('on' as const) : undefined,
      taxClass: product.taxClass,
      dropAt: product.dropAt ?? undefined,
      membersMinutes: String(product.membersMinutes),
      maxPerPerson: String(product.maxPerPerson ?? ''),
      position: String(product.position),
      collections: product.collections,
    } satisfies DefaultValue<z.input<typeof productFormSchema>>,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: productFormSchema }),
    shouldRevalidate: 'onInput',
  })
  const busy = useBusy('save')
  const options = fields.options.getFieldList()
  const others = otherProductValues(product, reply?.initialValue, taxClassNames)
  return (
    <Form method="post" {...getFormProps(form)} onInput={onInput} className={css.column}>
      <input type="hidden" name="intent" value="save" />
      {/* Version of the stored product: after reading the conflict, saving overwrites it. */}
      <input type="hidden" name="version" value={product.version} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <SavedMeanwhile values={others} />
      <FormSection id="words-title" title="Product">
        <TextField meta={fields.name} label="Name" autoComplete="off" />
        <TextField
          meta={fields.slug}
          label="Address"
          hint="The last part of the page’s address. Old links still lead there."
          autoComplete="off"
        />
        <TextField
          meta={fields.summary}
          label="Summary"
          hint="One line, on cards."
          autoComplete="off"
          optional
        />
        <TextareaField meta={fields.description} label="Description" rows={6} optional />
        {product.allCollections.length > 0 && (
          <CheckGroup
            meta={fields.collections}
            label="Collections"
            options={product.allCollections.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </FormSection>
      <FormSection id="options-title" title="Options">
        <p className={text.muted}>
          What buyers choose between. Each combination is a variant with its own price and stock. Variants you
          remove are archived, not deleted.
        </p>
        <FormErrors id="options-error" errors={fields.options.errors} />
        {options.map((option, at) => {
          const { name, values } = option.getFieldset()
          return (
            <div key={option.key} className={css.option}>
              <TextField
                meta={name}
                label={`Option ${at + 1}`}
                placeholder={['Color', 'Size', 'Length'][at]}
                autoComplete="off"
                optional
              />
              <TextField
                meta={values}
                label={`Values of option ${at + 1}`}
                hint={at === 0 ? 'Separate with commas: S, M, L' : undefined}
                autoComplete="off"
                optional
              />
            </div>
          )
        })}
        <TextareaField
          meta={fields.sizeChart}
          label="Size chart"
          hint="One line per size, cells separated by commas. The first line has the column names."
          rows={5}
          optional
        />
      </FormSection>
      <FormSection id="sale-title" title="Sale">
        <div className={css.pair}>
          <TextField
            meta={fields.dropAt}
            label="Drop"
            type="datetime-local"
            hint={`When the sale starts, in ${zoneName(product.timeZone)}. Leave empty to start right away.`}
            optional
          />
          <TextField
            meta={fields.membersMinutes}
            label="Members get in early (minutes)"
            hint="How much earlier members can buy."
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <div className={css.pair}>
          <TextField
            meta={fields.maxPerPerson}
            label="Limit per person"
            hint="Leave empty for no limit."
            inputMode="numeric"
            autoComplete="off"
            optional
          />
          <SelectField meta={fields.taxClass} label="Tax class" options={taxClasses} />
        </div>
        <div className={css.pair}>
          <TextField
            meta={fields.position}
            label="Position in the shop"
            hint="Smaller numbers come first."
            inputMode="numeric"
            autoComplete="off"
          />
          <SwitchField meta={fields.finalSale} label="Final sale: it can’t be returned" />
        </div>
      </FormSection>
      <div className={css.bar}>
        <Button type="submit" busy={busy}>
          Save product
        </Button>
      </div>
    </Form>
  )
}

function VariantsForm({ product, reply, onInput }: EditedForm) {
  const active = product.variants.filter(({ archived }) => !archived)
  const archived = product.variants.filter((variant) => variant.archived)
  const [form, fields] = useForm<z.input<typeof variantsFormSchema>, z.output<typeof variantsFormSchema>>({
    id: 'variants-form',
    lastResult: reply,
    constraint: getZodConstraint(variantsFormSchema),
    defaultValue: { variants: variantRows(product) },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: variantsFormSchema }),
    shouldRevalidate: 'onInput',
  })
  const busy = useBusy('variants')
  const rows = fields.variants.getFieldList()
  return (
    <FormSection id="variants-title" title="Variants">
      <p className={text.muted}>
        A new price applies to new purchases only. Carts and orders keep theirs. Stock is changed in the{' '}
        inventory.
      </p>
      <Form method="post" {...getFormProps(form)} onInput={onInput} className={stack[4]}>
        <input type="hidden" name="intent" value="variants" />
        <input type="hidden" name="version" value={product.version} />
        <FormErrors id={form.errorId} errors={form.errors} />
        <SavedMeanwhile values={otherVariantValues(product, reply?.initialValue)} />
        <div>
          {rows.map((row) => {
            const meta = row.getFieldset()
            const variant = active.find(({ id }) => id === meta.id.initialValue)
            if (!variant) return null
            const name = variant.name || product.name
            return (
              <fieldset key={row.key} className={css.variant}>
                <legend hidden>{name}</legend>
                <input type="hidden" name={meta.id.name} value={variant.id} />
                <p className={css.variantName}>
                  <span>{name}</span>
                  <span className={css.faint}>{variant.available} available</span>
                </p>
                <TextField meta={meta.sku} label="SKU" aria-label={`SKU of ${name}`} autoComplete="off" />
                <TextField
                  meta={meta.price}
                  label={`Price (${product.currency})`}
                  inputMode="decimal"
                  autoComplete="off"
                />
                <TextField meta={meta.weightGrams} label="Grams" inputMode="numeric" autoComplete="off" />
                <TextField
                  meta={meta.lowStockAt}
                  label="Low-stock alert at"
                  inputMode="numeric"
                  autoComplete="off"
                  optional
                />
              </fieldset>
            )
          })}
        </div>
        <div className={css.bar}>
          <LinkButton to={paths.adminInventory({ product: product.id })} variant="ghost">
            Stock
          </LinkButton>
          <Button type="submit" busy={busy}>
            Save variants
          </Button>
        </div>
      </Form>
      {archived.length > 0 && (
        <details>
          <summary>Archived variants ({archived.length})</summary>
          <ul>
            {archived.map(({ id, name, sku, sold }) => (
              <li key={id}>
                {name || product.name}, {sku}, {sold} sold
              </li>
            ))}
          </ul>
        </details>
      )}
    </FormSection>
  )
}

function Pictures({ product, reply }: { product: ProductEditor; reply: EditorReply }) {
  const { pictures } = product
  return (
    <FormSection id="pictures-title" title="Pictures">
      {pictures.length > 0 && (
        <ol className={css.pictures}>
          {pictures.map((picture, at) => (
            <li key={`${picture.id} ${picture.imageAlt} ${picture.value}`} className={css.picture}>
              <div className={css.pictureFrame}>
                <EventArt path={picture.imagePath} alt={picture.imageAlt} ratio="square" sizes="20rem" />
              </div>
              <PictureForm
                product={product}
                picture={picture}
                place={at + 1}
                reply={reply?.to === `picture-alt ${picture.id}` ? reply.result : null}
              />
              <Form method="post" className={cluster[2]}>
                <input type="hidden" name="intent" value="picture-move" />
                <input type="hidden" name="picture" value={picture.id} />
                {at > 0 && (
                  <Button
                    type="submit"
                    name="to"
                    value="earlier"
                    size="sm"
                    variant="ghost"
                    aria-label={`Move picture ${at + 1} forward`}
                  >
                    Forward
                  </Button>
                )}
                {at < pictures.length - 1 && (
                  <Button
                    type="submit"
                    name="to"
                    value="later"
                    size="sm"
                    variant="ghost"
                    aria-label={`Move picture ${at + 1} back`}
                  >
                    Back
                  </Button>
                )}
                <Button
                  type="submit"
                  name="to"
                  value="remove"
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove picture ${at + 1}`}
                >
                  Remove
                </Button>
              </Form>
            </li>
          ))}
        </ol>
      )}
      <NewPicture
        key={pictures.length}
        product={product}
        reply={reply?.to === 'picture' ? reply.result : null}
      />
    </FormSection>
  )
}

/**
 * Chooses the value of an option that a picture shows, such as a colour: it comes first where that is chosen. Values that two
 * options share are left out: nobody could tell which of them is meant.
 */
function ShownValue({ product, meta, place }: { product: ProductEditor; meta: FieldMeta; place?: number }) {
  if (product.options.length === 0) return null
  const all = product.options.flatMap(({ values }) => values)
  const values = product.options.flatMap(({ name, values }) =>
    values
      .filter((value) => all.indexOf(value) === all.lastIndexOf(value))
      .map((value) => ({ value, label: `${name}: ${value}` })),
  )
  return (
    <SelectField
      meta={meta}
      label={place === undefined ? 'What it shows' : `What picture ${place} shows`}
      options={[{ value: '', label: 'Every variant' }, ...values]}
    />
  )
}

function PictureForm({
  product,
  picture,
  place,
  reply,
}: {
  product: ProductEditor
  picture: ProductEditor['pictures'][number]
  place: number
  reply: SubmissionResult | null
}) {
  const [form, fields] = useForm<z.input<typeof pictureAltSchema>>({
    id: `picture-${picture.id}`,
    lastResult: reply,
    constraint: getZodConstraint(pictureAltSchema),
    defaultValue: { picture: picture.id, imageAlt: picture.imageAlt, value: picture.value ?? '' },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: pictureAltSchema }),
    shouldRevalidate: 'onInput',
  })
  return (
    <Form method="post" {...getFormProps(form)} className={stack[3]}>
      <input type="hidden" name="intent" value="picture-alt" />
      <input type="hidden" name="picture" value={picture.id} />
      <FormErrors id={form.errorId} errors={form.errors} />
      <TextField meta={fields.imageAlt} label={`Description of picture ${place}`} autoComplete="off" />
      <ShownValue product={product} meta={fields.value} place={place} />
      <div>
        <Button type="submit" variant="secondary" size="sm">
          Save picture
        </Button>
      </div>
    </Form>
  )
}

function NewPicture({ product, reply }: { product: ProductEditor; reply: SubmissionResult | null }) {
  const [form, fields] = useForm({
    id: 'new-picture',
    lastResult: reply,
    defaultValue: { focus: 'center', imageAlt: '', value: '' },
    constraint: getZodConstraint(productPhotoSchema),
    shouldRevalidate: 'onInput',
    onValidate: ({ formData }) => parseWithZod(formData, { schema: productPhotoSchema }),
  })
  const busy = useBusy('picture')
  const [file, setFile] = useState<File | null>(null)
  const [focus, setFocus] = useState('center')
  const address = useFileAddress(file)
  return (
    <Form method="post" encType="multipart/form-data" {...getFormProps(form)} className={stack[4]}>
      <input type="hidden" name="intent" value="picture" />
      <FormErrors id={form.errorId} errors={form.errors} />
      {address && (
        <div className={css.preview}>
          <div className={css.pictureFrame}>
            <img
              src={address}
              alt=""
              className={css.chosen}
              style={{ objectPosition: focusPosition(focus) }}
              onError={() => setFile(null)}
            />
          </div>
        </div>
      )}
      <div className={css.pair}>
        <PhotoField meta={fields.picture} label="New picture" required onChoose={setFile} />
        <SelectField
          meta={fields.focus}
          label="Keep in view"
          hint="We crop it for phones, desks and cards."
          options={focusNames.map((name) => ({ value: name, label: focusPoints[name].label }))}
          onChange={(event) => setFocus(event.currentTarget.value)}
        />
      </div>
      <TextField
        meta={fields.imageAlt}
        label="Picture description"
        hint="Read aloud to people who can't see it."
        autoComplete="off"
      />
      <ShownValue product={product} meta={fields.value} />
      <div>
        <Button type="submit" variant="secondary" busy={busy}>
          Add picture
        </Button>
      </div>
    </Form>
  )
}

/** Names a state of a product. */
export const statusNames = { draft: 'Draft', active: 'On sale', archived: 'Archived' } as const

function StatusCard({ product }: { product: ProductEditor }) {
  const busy = useBusy('status')
  const isReady = product.checklist.every(({ ok, required }) => ok || !required)
  const next = { draft: ['active', 'archived'], active: ['draft', 'archived'], archived: ['draft'] } as const
  const labels = {
    active: 'Publish',
    draft: product.status === 'active' ? 'Take off sale' : 'Back to draft',
    archived: 'Archive',
  }
  return (
    <Card as="section" aria-labelledby="status-title">
      <div className={stack[4]}>
        <div className={cluster[2]}>
          <h2 id="status-title" className={css.title}>
            State
          </h2>
          <Badge
            tone={product.status === 'active' ? 'success' : product.status === 'draft' ? 'info' : 'neutral'}
          >
            {statusNames[product.status]}
          </Badge>
        </div>
        {product.status === 'draft' && (
          <ul className={css.checklist}>
            {product.checklist.map(({ code, ok, required }) => (
              <li key={code} className={css.check}>
                {ok ? (
                  <CircleCheck size={18} aria-hidden="true" />
                ) : required ? (
                  <CircleAlert size={18} aria-hidden="true" />
                ) : (
                  <Circle size={18} aria-hidden="true" />
                )}
                <span>
                  {checkTexts[code]}
                  <span className={css.faint}>
                    {ok ? ' (done)' : required ? ' (missing)' : ' (recommended)'}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
        <Form method="post" className={cluster[2]}>
          <input type="hidden" name="intent" value="status" />
          <input type="hidden" name="version" value={product.version} />
          {next[product.status].map((status) => (
            <Button
              key={status}
              type="submit"
              name="status"
              value={status}
              variant={status === 'active' ? 'primary' : 'secondary'}
              disabled={status === 'active' && !isReady}
              busy={busy}
            >
              {labels[status]}
            </Button>
          ))}
        </Form>
        {product.status === 'archived' && (
          <p className={text.small}>Existing orders continue. It is no longer in the shop.</p>
        )}
        <div className={cluster[2]}>
          {product.status === 'active' && (
            <LinkButton to={paths.product(product.id, product.slug)} variant="ghost" size="sm">
              View page
            </LinkButton>
          )}
          <LinkButton to={paths.adminInventory({ product: product.id })} variant="ghost" size="sm">
            Stock
          </LinkButton>
        </div>
      </div>
    </Card>
  )
}
