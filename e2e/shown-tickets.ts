import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { createEvent, type TestEvent } from '../supabase/tests/event-fixture.ts'
import { buy } from '../supabase/tests/selling.ts'
import type { openTestUsers } from '../supabase/tests/test-users.ts'

/** Sells tickets to their holder and reads the codes that a page of theirs shows. */

/** Prepares the scanner's reader; before `readShown`. */
export async function prepareReader(): Promise<void> {
  const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const { buffer } = Uint8Array.from(readFileSync(wasm))
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true })
}

/** Creates an event and gives tickets for it to a person. */
export async function sellTo(
  { sql, service, extra }: ReturnType<typeof openTestUsers>,
  personId: string,
  options: Parameters<typeof createEvent>[1],
  quantity: number,
): Promise<TestEvent> {
  const testEvent = await createEvent(sql, options)
  const { order } = await buy(service, await extra(), testEvent, { Entry: quantity })
  await sql`update public.tickets set owner_id = ${personId} where order_id = ${order.orderId}`
  return testEvent
}

/** Finds the codes of a page. */
export const codes = (page: Page): Locator => page.locator('svg[data-qr]')

/** Photographs an element and reads the code in it with the scanner's reader. */
export async function readShown(page: Page, index: number): Promise<string | null> {
  const { data, info } = await sharp(await codes(page).nth(index).screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const image = { data: new Uint8ClampedArray(data), width: info.width, height: info.height } as ImageData
  const found = await readBarcodes(image, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
  return found.find((code) => code.isValid)?.text ?? null
}
