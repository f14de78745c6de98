import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFileShortener, longestHead } from './shorten-files.server.ts'

const part = (name: string, content: string, filename?: string) =>
  `--qqvv\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\n${content}\r\n`

function shorten(body: string, largest: number, step: number): Buffer {
  const shortener = createFileShortener('qqvv', largest)
  const bytes = Buffer.from(body, 'latin1')
  const kept: Buffer[] = []
  for (let at = 0; at < bytes.length; at += step) kept.push(...shortener.add(bytes.subarray(at, at + step)))
  return Buffer.concat([...kept, shortener.end()])
}

describe.each([1, 2, 7, 64, 10_000])('received %i bytes at a time', (step) => {
  test('only files lose what is over the limit and one byte', async () => {
    const photo = `\r\n--not the boundary${'x'.repeat(300)}\r\n-`
    const body = `${part('intent', 'picture')}${part('picture', photo, 'a.jpg')}${part('alt', 'y'.repeat(400))}--qqvv--\r\n`
    const form = await new Response(new Uint8Array(shorten(body, 100, step)), {
      headers: { 'content-type': 'multipart/form-data; boundary=qqvv' },
    }).formData()
    expect(form.get('intent')).toBe('picture')
    expect(form.get('alt')).toBe('y'.repeat(400))
    const file = form.get('picture')
    expect(file instanceof File && (await file.text())).toBe(photo.slice(0, 101))
  })

  test('a body whose files are small stays as it is', () => {
    const body = `${part('empty', '', 'none')}${part('small', 'x'.repeat(100), 'a')}${part('text', '')}--qqvv--\r\n`
    expect(shorten(body, 100, step).toString('latin1')).toBe(body)
    expect(shorten('no form at all', 100, step).toString('latin1')).toBe('no form at all')
  })
})

/** Pieces of content that begin like what stands around it, and never end like it. */
const content = fc
  .array(
    fc.constantFrom('\r', '\n', '\r\n', '\r\n\r\n', '-', '\r\n--qqv', '\r\n--', 'q', 'x', 'filename="a"'),
    {
      maxLength: 12,
    },
  )
  .map((pieces) => pieces.join(''))
const parts = fc.array(fc.record({ content, isFile: fc.boolean() }), { maxLength: 4 })

test('of any form the fields stay and files are shortened, wherever its bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(parts, fc.integer({ min: 0, max: 20 }), async (given, largest) => {
      const body = `${given.map(({ content, isFile }, n) => part(`p${n}`, content, isFile ? 'a.bin' : undefined)).join('')}--qqvv--\r\n`
      const whole = shorten(body, largest, body.length).toString('latin1')
      const kept = `${given.map(({ content, isFile }, n) => part(`p${n}`, isFile ? content.slice(0, largest + 1) : content, isFile ? 'a.bin' : undefined)).join('')}--qqvv--\r\n`
      expect(whole).toBe(kept)
      for (let at = 1; at < body.length; at++) {
        const shortener = createFileShortener('qqvv', largest)
        const bytes = Buffer.from(body, 'latin1')
        const split = [...shortener.add(bytes.subarray(0, at)), ...shortener.add(bytes.subarray(at))]
        expect(Buffer.concat([...split, shortener.end()]).toString('latin1')).toBe(whole)
        expect(shortener.isBroken).toBe(false)
      }
    }),
    { numRuns: 40 },
  )
})

test('a form that breaks off keeps little of what it may not, and a head without an end is none', () => {
  const cut = shorten(part('picture', 'x'.repeat(500), 'a.jpg').slice(0, 400), 100, 7).toString('latin1')
  const start = cut.indexOf('\r\n\r\n') + 4
  expect(cut.length - start).toBeLessThanOrEqual(101 + '\r\n--qqvv'.length)
  const shortener = createFileShortener('qqvv', 100)
  shortener.add(Buffer.from(`--qqvv\r\n${'x'.repeat(longestHead - 8)}`))
  expect(shortener.isBroken).toBe(false)
  shortener.add(Buffer.from('xx'))
  expect(shortener.isBroken).toBe(true)
})
