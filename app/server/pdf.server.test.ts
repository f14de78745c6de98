import { expect, test } from 'vitest'
import { drawQr } from './draw-qr.server.ts'
import { openPaper, paperOf } from './pdf.server.ts'

const at = new Date('2026-11-22T12:00:00Z')
const begin = (size: 'letter' | 'a4' = 'letter') =>
  openPaper({ title: 'A title', author: 'Jouvay', size, at })

test.each([
  [null, 'letter'],
  ['en-US,en;q=0.9', 'letter'],
  ['en', 'letter'],
  ['es-MX', 'letter'],
  ['en-GB,en-US;q=0.9', 'a4'],
  ['de-DE', 'a4'],
])('the paper of %s is %s', (languages, size) => {
  expect(paperOf(languages)).toBe(size)
})

test('a document is tagged, titled, and has its fonts in it', async () => {
  const paper = begin()
  paper.text('H1', 'Núñez, Łukasz, Жанна, Ελένη, Nguyễn')
  paper.table(
    [
      ['Item', 'Total'],
      ['Entry', '$20.00'],
      ['Total', '$20.00'],
    ],
    [300, 100],
    [2],
  )
  paper.picture(drawQr('JVT1:SAMPLE'), 200, 'QR code')
  const bytes = (await paper.finish()).toString('latin1')
  expect(bytes.startsWith('%PDF-1.7')).toBe(true)
  for (const part of [
    '/MarkInfo',
    '/StructTreeRoot',
    '/Lang (en-US)',
    '/FontFile2',
    '/S /Figure',
    '/S /H1',
    '/S /TH',
    '/DisplayDocTitle true',
  ])
    expect(bytes, part).toContain(part)
  expect(bytes).toContain('[0 0 612 792]')
})

test('a long table goes on on the next page, and A4 is A4', async () => {
  const paper = begin('a4')
  paper.table(
    [['Item', 'Total'], ...Array.from({ length: 80 }, (_, n) => [`Item ${n}`, '$1.00'])],
    [300, 100],
  )
  const bytes = (await paper.finish()).toString('latin1')
  expect(bytes.match(/\/Type \/Page\b[^s]/g)?.length).toBeGreaterThan(1)
  expect(bytes).toContain('[0 0 595.28 841.89]')
})
