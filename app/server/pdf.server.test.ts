import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drawQr } from './draw-qr.server.ts'
import { openFont } from './lettering.server.ts'
import { setText } from './paper-text.server.ts'
import { openPaper, paperOf } from './pdf.server.ts'

const at = new Date('2026-11-22T12:00:00Z')
const begin = (size: 'letter' | 'a4' = 'letter') =>
  openPaper({ title: 'A title', author: 'Jouvay', size, at })

/** Draws one name. @returns the document as Latin-1, and how much there is on its page */
async function sizeOf(name: string) {
  const paper = begin()
  paper.text('P', name)
  const file = await paper.finish()
  const bytes = file.toString('latin1')
  const [, packed = ''] = /\/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/.exec(bytes) ?? []
  return { bytes, length: inflateSync(Buffer.from(packed, 'latin1')).length }
}

/** Writes a text as PDF does, in UTF-16, as Latin-1 reads it. */
const utf16 = (text: string) =>
  Buffer.from(`\ufeff${text}`, 'utf16le')
    .swap16()
    .toString('latin1')
    .replace(/[\\()\n\r\t\b\f]/g, (character) => escapes[character] ?? character)
const escapes: Record<string, string> = {
  '\\': '\\\\',
  '(': '\\(',
  ')': '\\)',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\b': '\\b',
  '\f': '\\f',
}

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

test.each([
  ['Arabic', 'محمد علي'],
  ['Hebrew', 'דוד כהן'],
  ['Chinese', '王小明'],
  ['Japanese', '田中 さくら'],
  ['Korean', '김민수'],
  ['Devanagari', 'राहुल शर्मा'],
  ['Thai', 'สมชาย'],
  ['emoji', '🎉👩🏽‍🦱'],
])('a name in %s is drawn, and read by its characters', async (_, name) => {
  const drawn = await sizeOf(`Zoë ${name}`)
  // Outlines take room; a font without the glyphs would add nothing of them.
  expect(drawn.length).toBeGreaterThan((await sizeOf('Zoë ')).length + 150)
  expect(drawn.bytes).toContain(`/ActualText (${utf16(`Zoë ${name}`)})`)
})

test('what no typeface has is a box, and never nothing', () => {
  const style = {
    font: openFont(readFileSync('app/server/fonts/noto-sans-regular.ttf')),
    size: 10,
    bold: false,
    width: 200,
  }
  const lines = setText('Ada \u{10280}\u{10281}', { ...style, widthOf: (words) => words.length * 5 })
  const drawn = lines?.[0]?.pieces.filter(({ path }) => path !== null)
  expect(drawn?.map(({ width }) => width)).toEqual([6, 6])
  expect(setText('Ada Łukasz', { ...style, widthOf: (words) => words.length * 5 })).toBeNull()
})

test('words from right to left keep their order on each line, and ideographs break where a line is full', () => {
  const style = {
    font: openFont(readFileSync('app/server/fonts/noto-sans-regular.ttf')),
    size: 10,
    bold: false,
    widthOf: () => 5,
  }
  const arabic = setText('Ada محمد علي', { ...style, width: 500 })
  expect(arabic?.map(({ pieces }) => pieces.map(({ words }) => words))).toEqual([['Ada', 'علي', 'محمد']])
  const places = arabic?.[0]?.pieces.map(({ x }) => x) ?? []
  expect(places).toEqual([...places].sort((one, other) => one - other))
  expect(setText('王'.repeat(12), { ...style, width: 60 })?.map(({ pieces }) => pieces.length)).toEqual([
    6, 6,
  ])
})
