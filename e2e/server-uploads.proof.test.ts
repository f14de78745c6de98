import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { kilobyte, megabyte } from '#core/largest-file.ts'
import { makeCampaign } from '../supabase/tests/campaigns.ts'
import { createEvent } from '../supabase/tests/event-fixture.ts'
import { act, buyGoods, parcelOf } from '../supabase/tests/goods.ts'
import { makeStream } from '../supabase/tests/streams.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import { archiveProducts, makeVariant } from '../supabase/tests/variants.ts'
import { root } from '../tools/settings.ts'
import type { ApiVisitor } from './api-visitor.ts'
import { meet, type Person } from './people.ts'

/** Tests every form that takes a file with the largest file that its page promises, and with one byte more. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
let ada: Person
let mia: Person
let photo: Buffer

beforeAll(async () => {
  ;[ada, mia] = await Promise.all([meet(site, service, 'Ada'), meet(site, service, 'Mia')])
  photo = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#14ad9f' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await archiveProducts(sql)
  await users.close()
})

type Form = {
  visitor: ApiVisitor
  path: string
  file: { field: string; name: string; of: (bytes: number) => Buffer }
  fields: Record<string, string>
  /** Where the page leads once the file is taken; a text: it answers itself, with the confirmation, which has this. */
  leads: RegExp | string
}

/** A photograph of a size; decoders don't read what follows its end. */
const padded = (bytes: number) => Buffer.concat([photo, Buffer.alloc(bytes - photo.length)])
const picture = { field: 'picture', name: 'photo.jpg', of: padded }

/** A stock file of a size: its last column, which is ignored, fills it. */
const stockFile = (productId: string) => (bytes: number) => {
  const line = `sku,place,counted,about\n${productId.toUpperCase()},Warehouse,7,`
  return Buffer.from(line + 'x'.repeat(bytes - line.length))
}

async function sentGoods() {
  const { variantId } = await makeVariant(sql)
  const goods = await buyGoods(service, sql, mia.id, [{ variantId, quantity: 1, delivery: 'ship' }])
  const staff = await users.actingAs('Ada')
  await act(staff, 'ship', [goods.first], parcelOf(goods.first))
  await act(staff, 'delivered', [goods.first])
  return goods
}

/** A file of one invitation to free tickets of a size: its last column, which is ignored, fills it. */
const invitationsFile = (bytes: number) => {
  const line = 'name,email,type,reason,about\nAnn Lee,ann@example.com,Entry,press,'
  return Buffer.from(line + 'x'.repeat(bytes - line.length))
}

/** Makes an event to which admins may invite, and the form of its invitations. */
async function invitationsForm(file: Form['file'], fields: Record<string, string>, leads: RegExp | string) {
  const { eventId } = await createEvent(sql, { types: [{ name: 'Entry' }] })
  const path = `/free-tickets/import?event=${eventId}`
  return { visitor: ada.visitor, path, file, fields: { ...fields, event: eventId }, leads }
}

/** Every file of the site that has forms with a file, with one entry for each form that sends one. */
const forms: Record<string, [name: string, make: () => Promise<Form>][]> = {
  'app/features/events/staff/ui/event-picture-form.tsx': [
    [
      'the picture of an event',
      async () => ({
        visitor: ada.visitor,
        path: `/admin/events/${(await createEvent(sql, { status: 'draft' })).eventId}`,
        file: picture,
        fields: { intent: 'picture', focus: 'top', imageAlt: 'A road march at noon' },
        leads: /done=picture$/,
      }),
    ],
  ],
  'app/features/events/staff/ui/artist-form.tsx': [
    [
      'the picture of an artist',
      async () => {
        const { eventId } = await createEvent(sql, { status: 'draft' })
        const name = `DJ ${eventId}`
        return {
          visitor: ada.visitor,
          path: `/admin/events/${eventId}/artist?name=${encodeURIComponent(name)}`,
          file: picture,
          fields: {
            intent: 'save',
            name,
            focus: 'top',
            imageAlt: 'A face in green light',
            'links.instagram': 'instagram.com/typed',
          },
          leads: /done=artist/,
        }
      },
    ],
  ],
  'app/features/live/desk/ui/stream-editor.tsx': [
    [
      'the poster of a stream',
      async () => ({
        visitor: ada.visitor,
        path: `/admin/live/${await makeStream(sql, { state: 'draft' })}/edit`,
        file: picture,
        fields: { intent: 'poster', focus: 'top', imageAlt: 'A truck at night' },
        leads: /done=poster$/,
      }),
    ],
  ],
  'app/features/mail/campaigns/ui/block-picture.tsx': [
    [
      'the picture of a block of a campaign',
      async () => ({
        visitor: ada.visitor,
        path: `/email-management/${await makeCampaign(sql, { author: ada.id })}/picture?block=head`,
        file: picture,
        fields: { intent: 'picture', version: '1', focus: 'top', imageAlt: 'A truck at night' },
        leads: /#block-head$/,
      }),
    ],
  ],
  'app/features/shop/staff/ui/product-editor.tsx': [
    [
      'the picture of a product',
      async () => ({
        visitor: ada.visitor,
        path: `/admin/products/${(await makeVariant(sql)).productId}`,
        file: picture,
        fields: { intent: 'picture', focus: 'top', imageAlt: 'A teal flask', value: '' },
        leads: /done=picture$/,
      }),
    ],
  ],
  'app/features/shop/fulfilment/ui/own-goods.tsx': [
    [
      'the picture of what came broken',
      async () => {
        const goods = await sentGoods()
        return {
          visitor: mia.visitor,
          path: `/my-tickets/goods?code=${goods.code}`,
          file: picture,
          fields: {
            intent: 'return',
            item: goods.first,
            units: '1',
            reason: 'The print came off',
            faulty: 'on',
          },
          leads: /done=asked$/,
        }
      },
    ],
  ],
  'app/features/profile/ui/profile-forms.tsx': [
    [
      'the picture of a member',
      async () => ({
        visitor: mia.visitor,
        path: '/profile',
        file: picture,
        fields: { intent: 'avatar' },
        leads: /saved/,
      }),
    ],
  ],
  'app/features/community/ui/composer.tsx': [
    [
      'the picture of a post',
      async () => ({
        visitor: mia.visitor,
        path: '/community',
        file: { ...picture, field: 'pictures' },
        fields: { intent: 'post', body: 'Feathers, and more feathers', 'alt[0]': 'Feathers at noon' },
        leads: /^\/community/,
      }),
    ],
  ],
  'app/features/sharing/free-tickets/ui/comp-import.tsx': [
    [
      'a file of invitations',
      () =>
        invitationsForm(
          { field: 'file', name: 'guests.csv', of: invitationsFile },
          { intent: 'preview' },
          'name="key"',
        ),
    ],
    [
      'the confirmation of a file of invitations',
      () =>
        invitationsForm(
          { field: 'text', name: '', of: invitationsFile },
          { intent: 'import', key: randomUUID() },
          /^\/free-tickets/,
        ),
    ],
  ],
  'app/features/shop/staff/ui/stock-import.tsx': [
    [
      'a stock file',
      async () => {
        const { productId } = await makeVariant(sql)
        return {
          visitor: ada.visitor,
          path: '/admin/inventory/import',
          file: { field: 'file', name: 'stock.csv', of: stockFile(productId) },
          fields: { intent: 'preview' },
          leads: 'name="digest"',
        }
      },
    ],
    [
      'the confirmation of a stock file',
      async () => {
        const { productId } = await makeVariant(sql)
        return {
          visitor: ada.visitor,
          path: '/admin/inventory/import',
          // The page sends the text of the file that it read.
          file: { field: 'text', name: '', of: stockFile(productId) },
          fields: { intent: 'import', digest: '0'.repeat(64) },
          leads: 'name="digest"',
        }
      },
    ],
  ],
}

const bodyOf = ({ fields, file }: Form, bytes: number) => {
  const body = new FormData()
  const content = file.of(bytes)
  if (file.name) body.set(file.field, new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), file.name)
  else body.set(file.field, content.toString())
  // Behind the file, where a browser would send what was typed below it.
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return body
}

const textOf = (html: string) => html.replace(/<!-- -->/g, '').replaceAll('&#x27;', "'")

/** Reads how large a file may be, as the page says it beside the field. */
function promised(html: string): { bytes: number; words: string } {
  const sizes = new Set(textOf(html).match(/(?:up to|and) \d+ (?:MB|kB)\b/gi))
  const [size = ''] = sizes
  expect([...sizes], 'one size is promised').toHaveLength(1)
  const [count = '', unit] = size.split(' ').slice(-2)
  return { bytes: Number(count) * (unit === 'MB' ? megabyte : kilobyte), words: `${count} ${unit}` }
}

test('the list names every form that takes a file', () => {
  const found = globSync('app/**/*.tsx', { cwd: root })
    .map((path) => [
      path,
      readFileSync(join(root, path), 'utf8').split('encType="multipart/form-data"').length - 1,
    ])
    .filter(([, count]) => count)
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(forms).map(([path, list]) => [path, list.length])),
  )
})

describe.each(Object.values(forms).flat())('%s', (_, make) => {
  test('is taken up to the size that its page promises; a larger one is refused at its field', async () => {
    const form = await make()
    const { visitor, path, fields, leads } = form
    const html = { accept: 'text/html,*/*;q=0.8' }
    const page = await visitor.get(path, html)
    const { bytes, words } = promised(page.text)

    for (const larger of [bytes + 1, bytes + 3 * megabyte]) {
      // No page of ours sends a longer text than the file was.
      if (!form.file.name && larger > bytes + 1) continue
      const refused = await visitor.send('POST', path, bodyOf(form, larger), html)
      expect(refused.status).toBe(422)
      if (!form.file.name) continue
      expect(refused.text).toMatch(/aria-invalid="true"/)
      expect(textOf(refused.text).split(words).length - 1, 'the hint, and the sentence').toBeGreaterThan(1)
      for (const [name, value] of Object.entries(fields))
        if (!['intent', 'item', 'digest'].includes(name) && value !== 'on')
          expect(refused.text).toContain(value)
    }
    // As the page's scripts send it: what they decode is the reply of the form.
    const dataPath = path.replace(/(\?|$)/, '.data$1')
    const data = await visitor.send('POST', dataPath, bodyOf(form, bytes + 1), {})
    expect([data.status, data.headers.get('content-type')]).toEqual([
      422,
      expect.stringContaining('x-script'),
    ])

    const taken = await visitor.send('POST', path, bodyOf(form, bytes), html)
    if (typeof leads !== 'string')
      expect([taken.status, taken.headers.get('location')]).toEqual([
        expect.any(Number),
        expect.stringMatching(leads),
      ])
    else expect(taken.text).toContain(leads)
  })
})
