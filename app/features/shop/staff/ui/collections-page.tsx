import type { SubmissionResult } from '@conform-to/react'
import * as paths from '#core/paths.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/field.tsx'
import { IntentForm, useIntentForm } from '#ui/intent-form.tsx'
import { cluster, stack, text } from '#ui/layout.css.ts'
import { collectionFormSchema } from '../product-form.schema.ts'
import type { StaffCollections } from '../products.types.ts'
import * as css from './product-editor.css.ts'

/**
 * Lists collections in their order, each with its name and place to change, and adds one.
 * @param reply what the server responded, and about which collection (null: the new one)
 */
export function CollectionsPage({
  collections,
  reply,
}: {
  collections: StaffCollections
  reply: { id: string | null; result: SubmissionResult } | null
}) {
  return (
    <div className={css.column}>
      {collections.map((collection) => (
        <CollectionForm
          key={`${collection.id} ${collection.version}`}
          collection={collection}
          reply={reply?.id === collection.id ? reply.result : null}
        />
      ))}
      <CollectionForm
        key={`new ${collections.length}`}
        collection={null}
        reply={reply && reply.id === null ? reply.result : null}
      />
    </div>
  )
}

function CollectionForm({
  collection,
  reply,
}: {
  collection: StaffCollections[number] | null
  reply: SubmissionResult | null
}) {
  const { form, fields, busy } = useIntentForm(collectionFormSchema, {
    intent: collection ? `save-${collection.id}` : 'add',
    reply,
    defaultValue: { name: collection?.name ?? '', position: collection && String(collection.position) },
  })
  const title = `collection-${collection?.id ?? 'new'}`
  const count = collection?.items[0]?.count ?? 0
  return (
    <Card as="section" aria-labelledby={title}>
      <div className={stack[3]}>
        <div className={cluster[2]}>
          <h2 id={title} className={css.title}>
            {collection ? collection.name : 'New collection'}
          </h2>
          {collection?.archivedAt && <Badge>Archived</Badge>}
          {collection && (
            <span className={text.muted}>{count === 1 ? '1 product' : `${count} products`}</span>
          )}
        </div>
        <IntentForm form={form} intent="save" action={paths.adminCollections()}>
          {collection && (
            <>
              <input type="hidden" name="id" value={collection.id} />
              <input type="hidden" name="version" value={collection.version} />
            </>
          )}
          <div className={css.pair}>
            <TextField meta={fields.name} label="Name" autoComplete="off" />
            <TextField
              meta={fields.position}
              label="Place"
              hint="Smaller numbers come first."
              inputMode="numeric"
              autoComplete="off"
              optional
            />
          </div>
          <div className={cluster[2]}>
            <Button type="submit" variant="secondary" busy={busy}>
              {collection ? (collection.archivedAt ? 'Restore' : 'Save') : 'Add collection'}
            </Button>
            {collection && !collection.archivedAt && (
              <>
                <Button type="submit" variant="ghost" name="archive" value="1">
                  Archive
                </Button>
                <LinkButton
                  to={paths.adminProducts({ collection: collection.id })}
                  variant="ghost"
                  aria-label={`Products of ${collection.name}`}
                >
                  Products
                </LinkButton>
              </>
            )}
          </div>
        </IntentForm>
      </div>
    </Card>
  )
}
