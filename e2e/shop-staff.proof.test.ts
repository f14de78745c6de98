import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { brokenRules } from '../supabase/tests/invariants.ts'
import { openTestUsers } from '../supabase/tests/test-users.ts'
import type { ApiVisitor } from './api-visitor.ts'
import { desktop, hydrated, openBrowser, phone } from './browser.ts'
import { expectFlawless } from './buyer-steps.ts'
import { meet } from './people.ts'
import { openPageOf } from './signed-in.ts'

/** Walks through what staff do in the shop: a product from its name to the archive, and its stock. */

const { url: site } = inject('site')
const users = openTestUsers(inject('stack'))
const { sql, service } = users
const made: string[] = []
let browser: Browser
let ada: ApiVisitor

beforeAll(async () => {
  browser = await openBrowser()
  ada = (await meet(site, service, 'Ada')).visitor
})
afterAll(async () => {
  await browser.close()
  await sql`update public.products set status = 'archived' where id = any (${made})`
  expect(await brokenRules(sql)).toEqual([])
  await users.close()
})

const save = (page: Page, form: string) => page.locator(`${form} button[type=submit]`).first().click()
const csv = (text: string) => ({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
const stateOf = async (id: string) => {
  const [row] = await sql<{ status: string; options: number; pictures: number; variants: number }[]>`
    select p.status, jsonb_array_length(p.options) as options,
      (select count(*)::int from public.product_pictures i where i.product_id = p.id) as pictures,
      (select count(*)::int from public.product_variants v where v.product_id = p.id and v.archived_at is null) as variants
    from public.products p where p.id = ${id}`
  return row
}

test.each([
  { name: 'on a phone', viewport: phone, javaScriptEnabled: true },
  { name: 'on a desktop', viewport: desktop, javaScriptEnabled: true },
  { name: 'on a phone without JavaScript', viewport: phone, javaScriptEnabled: false },
])('staff make, publish, stock and archive a product $name', async ({ viewport, javaScriptEnabled }) => {
  const page = await openPageOf(browser, ada, { viewport, javaScriptEnabled })
  const ready = async () => {
    if (javaScriptEnabled) await hydrated(page)
  }
  const look = async () => {
    if (javaScriptEnabled) await expectFlawless(page)
  }
  /** Looks at a page whose form was refused: the browser reports that status as an error. */
  const lookAtRefusal = async () => {
    expect(page.consoleErrors.filter((text) => !/status of 4(09|22)/.test(text))).toEqual([])
    page.consoleErrors.length = 0
    await look()
  }
  const product = `Flask ${randomUUID().slice(0, 8)}`

  // a draft by its name
  await page.goto(`${site}/admin/products`)
  await ready()
  await look()
  await page.locator('main a[href="/admin/products/new"]').click()
  await page.waitForURL(/\/products\/new$/)
  await ready()
  await page.locator('#create-form [name=name]').fill(product)
  await look()
  await page.locator('#create-form button[type=submit]').click()
  await page.waitForURL(/\/admin\/products\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  made.push(id)

  // words and two options
  await ready()
  await look()
  const form = page.locator('#product-form')
  await form.locator('[name=summary]').fill('It keeps ice.')
  await form.locator('[name="options[0].name"]').fill('Colour')
  await form.locator('[name="options[0].values"]').fill('Steel, Night')
  await form.locator('[name="options[1].name"]').fill('Size')
  await form.locator('[name="options[1].values"]').fill('S, L')
  await form.locator('[name=sizeChart]').fill('Size, Litres\nS, 0.5\nL, 1')
  await form.locator('[name=dropAt]').fill('2031-07-01T20:00')
  await save(page, '#product-form')
  await page.waitForURL(/done=product/)
  expect(await stateOf(id)).toEqual({ status: 'draft', options: 2, pictures: 0, variants: 4 })

  // each variant with its price and weight; what is typed above and not saved stays meanwhile
  await ready()
  const variants = page.locator('#variants-form')
  if (javaScriptEnabled) await form.locator('[name=description]').fill('Half a litre.')
  for (let at = 0; at < 4; at++) {
    await variants.locator(`[name="variants[${at}].price"]`).fill('24.50')
    await variants.locator(`[name="variants[${at}].weightGrams"]`).fill('310')
    await variants.locator(`[name="variants[${at}].lowStockAt"]`).fill('3')
  }
  await save(page, '#variants-form')
  await page.waitForURL(/done=variants/)
  await ready()
  expect(await page.locator('[name="variants[3].price"]').inputValue()).toBe('24.50')
  if (javaScriptEnabled) {
    expect(await form.locator('[name=description]').inputValue()).toBe('Half a litre.')
    expect(await page.getByTestId('others').count()).toBe(0)
    // And the other way round, with a variant more.
    await variants.locator('[name="variants[0].lowStockAt"]').fill('7')
    await form.locator('[name="options[0].values"]').fill('Steel, Night, Teal')
    await save(page, '#product-form')
    await page.waitForURL(/done=product/)
    await variants.locator('[name="variants[5].sku"]').waitFor()
    expect(await variants.locator('[name="variants[0].lowStockAt"]').inputValue()).toBe('7')
    expect(await form.locator('[name=description]').inputValue()).toBe('Half a litre.')
    expect(await page.getByTestId('others').count()).toBe(0)
    await form.locator('[name="options[0].values"]').fill('Steel, Night')
    await save(page, '#product-form')
    await expect.poll(() => variants.locator('[name="variants[4].sku"]').count()).toBe(0)
    await save(page, '#variants-form')
    await page.waitForURL(/done=variants/)
    const [low] = await sql<{ low: number }[]>`
      select low_stock_at as low from public.product_variants where product_id = ${id} and low_stock_at = 7`
    expect(low).toEqual({ low: 7 })
  }

  // a picture needs its description
  const picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#0d6f7a' } })
    .jpeg()
    .toBuffer()
  await page.locator('#new-picture [name=picture]').setInputFiles({
    name: 'flask.jpg',
    mimeType: 'image/jpeg',
    buffer: picture,
  })
  await page.locator('#new-picture [name=imageAlt]').fill('A teal flask')
  await page.locator('#new-picture [name=value]').selectOption('Night')
  await save(page, '#new-picture')
  await page.waitForURL(/done=picture/)
  await ready()
  await look()
  expect(await stateOf(id)).toMatchObject({ pictures: 1 })
  const shown = async () =>
    (
      await sql<
        { value: string | null }[]
      >`select option_value as value from public.product_pictures where product_id = ${id}`
    )[0]
  expect(await shown()).toEqual({ value: 'Night' })
  const pictureForm = 'form:has([name=intent][value=picture-alt])'
  await page.locator(`${pictureForm} [name=value]`).selectOption('Steel')
  await save(page, pictureForm)
  await expect.poll(shown).toEqual({ value: 'Steel' })
  // The answer to it has the address that the page has already.
  await page.goto(`${site}/admin/products/${id}`)
  await ready()

  if (javaScriptEnabled && viewport === phone) {
    // another admin saves meanwhile: what is typed stays, and is saved when it is sent again
    await form.locator('[name=summary]').fill('It keeps ice for a day.')
    await sql`update public.products set version = version + 1, summary = 'Somebody else wrote this.' where id = ${id}`
    await save(page, '#product-form')
    await page.getByText('Somebody else wrote this.').waitFor()
    expect(await page.locator('[data-testid=others] dt').count()).toBe(1)
    expect(await form.locator('[name=summary]').inputValue()).toBe('It keeps ice for a day.')
    await lookAtRefusal()
    await save(page, '#product-form')
    await page.waitForURL(/done=product/)
    await ready()
    expect(await form.locator('[name=summary]').inputValue()).toBe('It keeps ice for a day.')
  }

  // on sale, and shown by the shop
  await page.locator('button[name=status][value=active]').click()
  await page.waitForURL(/done=active/)
  expect(await stateOf(id)).toMatchObject({ status: 'active' })
  await page.goto(`${site}/shop?q=${product.slice(6)}`)
  await page
    .getByRole('link', { name: new RegExp(product) })
    .first()
    .waitFor()

  // units arrive, and some are damaged
  await page.goto(`${site}/admin/inventory?product=${id}`)
  await ready()
  await look()
  await page.locator('tbody th a').first().click()
  await page.waitForURL(/\/admin\/inventory\/[0-9a-f-]{36}$/)
  await ready()
  const adjust = page.locator('#adjust-form')
  await adjust.locator('[name=units]').fill('8')
  await save(page, '#adjust-form')
  await page.waitForURL(/done=8/)
  await ready()
  await adjust.locator('[name=reason]').selectOption('damaged')
  await adjust.locator('[name=units]').fill('9')
  await save(page, '#adjust-form')
  await adjust.locator('[name=units][aria-invalid=true]').waitFor()
  await ready()
  await lookAtRefusal()
  await adjust.locator('[name=units]').fill('2')
  await adjust.locator('[name=note]').fill('Dented')
  await save(page, '#adjust-form')
  await page.waitForURL(/done=-2/)
  await ready()
  await look()
  await expect.poll(() => page.locator('tbody tr').filter({ hasText: 'Dented' }).count()).toBe(1)

  // a file: a line with a problem, then one without
  const [variant] = await sql<{ sku: string }[]>`
    select sku from public.product_variants where product_id = ${id} and archived_at is null order by position offset 1 limit 1`
  await page.goto(`${site}/admin/inventory/import`)
  await ready()
  await look()
  const file = page.locator('#stock-file [name=file]')
  await file.setInputFiles(csv(`sku,place,counted\n${variant?.sku},Warehouse,12\nNO-SUCH-SKU,Warehouse,3\n`))
  await save(page, '#stock-file')
  await page.getByText('NO-SUCH-SKU').waitFor()
  expect(await page.locator('form [name=digest]').count()).toBe(0)
  await ready()
  await lookAtRefusal()
  await file.setInputFiles(csv(`sku,place,counted\n${variant?.sku},Warehouse,12\n`))
  await save(page, '#stock-file')
  await page.locator('form [name=digest]').waitFor({ state: 'attached' })
  await ready()
  await look()
  await page.locator('form:has([name=digest]) button[type=submit]').click()
  await page.waitForURL(/\/admin\/inventory\?imported=1/)
  const [counted] = await sql<{ stock: number }[]>`
    select stock from public.product_variants where sku = ${variant?.sku ?? ''}`
  expect(counted?.stock).toBe(12)

  // and into the archive
  await page.goto(`${site}/admin/products/${id}`)
  await ready()
  await page.locator('button[name=status][value=archived]').click()
  await page.waitForURL(/done=archived/)
  expect(await stateOf(id)).toMatchObject({ status: 'archived', variants: 4 })
  await page.context().close()
})

test('collections and places are added and renamed', async () => {
  const page = await openPageOf(browser, ada, { viewport: desktop })
  const name = `Group ${randomUUID().slice(0, 8)}`
  await page.goto(`${site}/admin/products/collections`)
  await hydrated(page)
  await expectFlawless(page)
  await page.locator('#add-form [name=name]').fill(name)
  await save(page, '#add-form')
  await page.getByRole('heading', { name }).waitFor()
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name }) })
  await card.locator('[name=name]').fill(`${name} two`)
  await card.locator('button[type=submit]').first().click()
  await page.getByRole('heading', { name: `${name} two` }).waitFor()
  await card.locator('button[name=archive]').click()
  await card.getByText('Archived').waitFor()
  const place = `Shelf ${randomUUID().slice(0, 8)}`
  await page.goto(`${site}/admin/inventory/places`)
  await hydrated(page)
  await expectFlawless(page)
  await page.locator('#add-form [name=name]').fill(place)
  await save(page, '#add-form')
  await page.getByRole('heading', { name: place }).waitFor()
  // the same name again is refused at the field
  await page.locator('#add-form [name=name]').fill(place)
  await save(page, '#add-form')
  await page.locator('#add-form [name=name][aria-invalid=true]').waitFor()
  await page.context().close()
})
