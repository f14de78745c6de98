import PDFDocument from 'pdfkit'
import { light } from '#core/palette.ts'
import boldFont from './fonts/noto-sans-bold.ttf?inline'
import regularFont from './fonts/noto-sans-regular.ttf?inline'
import { type Font, openFont } from './lettering.server.ts'
import { setText } from './paper-text.server.ts'

/**
 * Documents as PDF: tagged for screen readers, with fonts of their own, so that names print on every machine. pdfkit subsets the
 * fonts to the letters that a document has. What they lack is drawn as outlines of other typefaces, with its words as replacement text.
 */

const bytesOf = (address: string) => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
const fonts = { regular: bytesOf(regularFont), bold: bytesOf(boldFont) }
const faces: Partial<Record<keyof typeof fonts, Font>> = {}
/** Opens one of the fonts, to ask what it has glyphs for. */
function faceOf(name: keyof typeof fonts): Font {
  const face = faces[name] ?? openFont(fonts[name])
  faces[name] = face
  return face
}

export type PaperSize = 'letter' | 'a4'

/** Chooses the paper that the reader's printer has, by the region of the first language that the browser asks for. */
export function paperOf(acceptLanguage: string | null): PaperSize {
  const [first = ''] = (acceptLanguage ?? '').split(',')
  const region = /-([A-Z]{2})\b/i.exec(first)?.[1]?.toUpperCase()
  return region === undefined || ['US', 'CA', 'MX', 'CO', 'CL', 'VE', 'PH', 'PR'].includes(region)
    ? 'letter'
    : 'a4'
}

type Style = { size?: number; bold?: boolean; muted?: boolean; align?: 'left' | 'right' }
/** A tag of PDF's standard set. */
type Tag = 'H1' | 'H2' | 'P' | 'TH' | 'TD'
type Parent = PDFKit.PDFStructureElement

const { ink, inkMuted, line } = light
const margin = 54

/** A document in the making: text flows down the page, each part with its tag. */
export type Paper = {
  /** Width of a line of text, in points. */
  width: number
  /** Begins a new page. The first is there. */
  nextPage(): void
  text(tag: Tag, words: string, style?: Style): void
  /** Leaves space above the next part, in points. */
  space(points: number): void
  /**
   * Writes rows of texts in columns; the first row names them.
   * @param widths of the columns, in points; all but the first are set to the right
   * @param strong numbers of the rows that are bold, besides the first
   */
  table(rows: readonly (readonly string[])[], widths: readonly number[], strong?: readonly number[]): void
  /** Draws squares, as `drawQr` makes them. @param alt says what it is to who cannot see it */
  picture(squares: { size: number; path: string }, points: number, alt: string): void
  /** Draws a photograph that fills a box. @param bytes a JPEG; the same one is kept once, on however many pages it is */
  photo(bytes: Buffer, box: { width: number; height: number }, alt: string): void
  /** Draws a line across the page; a dashed one is where the paper may be cut or folded. */
  rule(dashed?: boolean): void
  /** Writes parts beside one another; what comes next stands below the longest. @param from the left edge, counted from the margin's */
  columns(...parts: { from: number; width: number; write: () => void }[]): void
  /** Ends the document. @returns its bytes */
  finish(): Promise<Buffer>
}

/**
 * Begins a document.
 * @param about.title shown by readers in place of the file's name
 */
export function openPaper(about: { title: string; author: string; size: PaperSize; at: Date }): Paper {
  const document = new PDFDocument({
    size: about.size === 'a4' ? 'A4' : 'LETTER',
    margin,
    pdfVersion: '1.7',
    // The types of the library are older than this choice.
    ...({ subset: 'PDF/UA' } as object),
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: about.title, Author: about.author, CreationDate: about.at, ModDate: about.at },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  document.registerFont('regular', fonts.regular)
  document.registerFont('bold', fonts.bold)
  const root = document.struct('Document')
  document.addStructure(root)
  const width = document.page.width - 2 * margin
  /** The column that is written in. */
  let [left, wide] = [margin, width]
  // The types of the library leave this method out.
  const library = document as typeof document & { openImage(bytes: Buffer): PDFKit.Mixins.ImageSrc }
  const photos = new Map<Buffer, PDFKit.Mixins.ImageSrc>()

  function set({ size = 11, bold = false, muted = false }: Style) {
    document
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(muted ? inkMuted : ink)
  }

  /** Sets words in lines where the font alone can't print them; null where it can. */
  function mixed(words: string, { size = 11, bold = false }: Style, most: number) {
    const font = faceOf(bold ? 'bold' : 'regular')
    return setText(words, { font, size, bold, width: most, widthOf: (part) => document.widthOfString(part) })
  }

  /** Draws lines of several typefaces as one tagged part, which readers read by its words. */
  function writeMixed(
    parent: Parent,
    tag: Tag,
    words: string,
    style: Style,
    lines: NonNullable<ReturnType<typeof mixed>>,
    at: { x: number; y: number; width: number },
  ) {
    const height = document.currentLineHeight(true)
    const ascent = (faceOf('regular').ascent / faceOf('regular').unitsPerEm) * (style.size ?? 11)
    const color = style.muted ? inkMuted : ink
    if (at.y + height * lines.length > document.page.height - margin) {
      document.addPage()
      at = { ...at, y: document.y }
    }
    const mark = document.markStructureContent(tag)
    for (const [row, line] of lines.entries()) {
      const y = at.y + row * height
      const from = at.x + (style.align === 'right' ? at.width - line.width : 0)
      for (const piece of line.pieces) {
        if (piece.path === null) {
          document.text(piece.words, from + piece.x, y, { lineBreak: false })
          continue
        }
        document.save().translate(from + piece.x, y + ascent)
        document.path(piece.path)
        if (piece.stroke > 0) document.lineWidth(piece.stroke).lineJoin('round').fillAndStroke(color, color)
        else document.fill(color)
        document.restore()
      }
    }
    document.endMarkedContent()
    parent.add(document.struct(tag, { actual: words }, mark))
    document.x = margin
    document.y = at.y + height * lines.length
  }

  function write(
    parent: Parent,
    tag: Tag,
    words: string,
    style: Style,
    at?: { x: number; y: number; width: number },
  ) {
    set(style)
    const lines = mixed(words, style, at?.width ?? wide)
    if (lines) {
      writeMixed(parent, tag, words, style, lines, at ?? { x: left, y: document.y, width: wide })
      return
    }
    const options = {
      width: at?.width ?? wide,
      align: style.align ?? 'left',
      structParent: parent,
      structType: tag,
    }
    // Notes what part of the page the words are in.
    const text = words === '' ? '\u00a0' : words
    if (at) document.text(text, at.x, at.y, options)
    else document.text(text, left, document.y, options)
  }

  function row(
    table: Parent,
    cells: readonly string[],
    widths: readonly number[],
    tag: 'TH' | 'TD',
    style: Style,
  ) {
    set(style)
    const heights = cells.map((cell, n) => {
      const lines = mixed(cell, style, widths[n] ?? 0)
      return lines
        ? lines.length * document.currentLineHeight(true)
        : document.heightOfString(cell, { width: widths[n] ?? 0 })
    })
    const height = Math.max(...heights)
    if (document.y + height > document.page.height - margin) document.addPage()
    const y = document.y
    const element = document.struct('TR')
    table.add(element)
    let x = margin
    for (const [n, cell] of cells.entries()) {
      const wide = widths[n] ?? 0
      write(element, tag, cell, { ...style, align: n === 0 ? 'left' : 'right' }, { x, y, width: wide })
      x += wide
    }
    element.end()
    document.y = y + height + 5
  }

  function drawLine(y: number, dashed = false) {
    document.markContent('Artifact', { type: 'Layout' })
    document.save()
    if (dashed) document.dash(4, { space: 4 })
    document
      .moveTo(margin, y)
      .lineTo(margin + width, y)
      .lineWidth(0.75)
      .strokeColor(line)
      .stroke()
    document.restore()
    document.endMarkedContent()
  }

  /** Draws a figure with its words for who can't see it, and goes on below it. */
  function figure(box: { width: number; height: number }, alt: string, draw: (top: number) => void) {
    const mark = document.markStructureContent('Figure')
    const top = document.y
    document.save()
    draw(top)
    document.restore()
    document.endMarkedContent()
    const bbox = [left, top, left + box.width, top + box.height]
    root.add(document.struct('Figure', { alt, bbox } as never, mark))
    document.y = top + box.height
  }

  return {
    width,
    nextPage: () => void document.addPage(),
    text: (tag, words, style = {}) => write(root, tag, words, style),
    space(points) {
      document.y += points
    },
    table(rows, widths, strong = []) {
      const table = document.struct('Table')
      root.add(table)
      for (const [n, cells] of rows.entries()) {
        const isHead = n === 0
        row(table, cells, widths, isHead ? 'TH' : 'TD', {
          size: isHead ? 9 : 10.5,
          muted: isHead,
          bold: strong.includes(n),
        })
        if (isHead || strong.includes(n + 1)) {
          drawLine(document.y - 2)
          document.y += 4
        }
      }
      table.end()
    },
    picture({ size, path }, points, alt) {
      figure({ width: points, height: points }, alt, (top) => {
        document
          .translate(left, top)
          .scale(points / size)
          .path(path)
          .fill('black')
      })
    },
    photo(bytes, box, alt) {
      const image = photos.get(bytes) ?? library.openImage(bytes)
      photos.set(bytes, image)
      figure(box, alt, (top) => {
        document.roundedRect(left, top, box.width, box.height, 10).clip()
        document.image(image, left, top, { cover: [box.width, box.height] })
      })
    },
    rule(dashed) {
      drawLine(document.y, dashed)
    },
    columns(...parts) {
      const top = document.y
      let bottom = top
      for (const part of parts) {
        document.y = top
        ;[left, wide] = [margin + part.from, part.width]
        part.write()
        bottom = Math.max(bottom, document.y)
      }
      ;[left, wide] = [margin, width]
      document.y = bottom
    },
    finish() {
      root.end()
      document.end()
      return finished
    },
  }
}
