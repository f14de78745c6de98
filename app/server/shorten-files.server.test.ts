import { describe, expect, test } from 'vitest'
import { createFileShortener } from './shorten-files.server.ts'

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
