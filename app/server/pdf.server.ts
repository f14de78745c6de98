import PDFDocument from 'pdfkit'
import boldFont from './fonts/noto-sans-bold.ttf?inline'
import regularFont from './fonts/noto-sans-regular.ttf?inline'

/**
 * Documents as PDF: tagged for screen readers, with fonts of their own, so that names print on every machine. pdfkit subsets the
 * fonts to the letters that a document has.
 */

const bytesOf = (address: string) => Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
const fonts = { regular: bytesOf(regularFont), bold: bytesOf(boldFont) }

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

const ink = '#16101c'
const inkMuted = '#5b5563'
const line = '#d8d3de'
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

  function set({ size = 11, bold = false, muted = false }: Style) {
    document
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(muted ? inkMuted : ink)
  }

  function write(
    parent: Parent,
    tag: Tag,
    words: string,
    style: Style,
    at?: { x: number; y: number; width: number },
  ) {
    set(style)
    const options = {
      width: at?.width ?? width,
      align: style.align ?? 'left',
      structParent: parent,
      structType: tag,
    }
    // Notes what part of the page the words are in.
    const text = words === '' ? '\u00a0' : words
    if (at) document.text(text, at.x, at.y, options)
    else document.text(text, margin, document.y, options)
  }

  function row(
    table: Parent,
    cells: readonly string[],
    widths: readonly number[],
    tag: 'TH' | 'TD',
    style: Style,
  ) {
    set(style)
    const heights = cells.map((cell, n) => document.heightOfString(cell, { width: widths[n] ?? 0 }))
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
          document.markContent('Artifact', { type: 'Layout' })
          document
            .moveTo(margin, document.y - 2)
            .lineTo(margin + width, document.y - 2)
            .lineWidth(0.75)
            .strokeColor(line)
            .stroke()
          document.endMarkedContent()
          document.y += 4
        }
      }
      table.end()
    },
    picture({ size, path }, points, alt) {
      const mark = document.markStructureContent('Figure')
      const top = document.y
      document
        .save()
        .translate(margin, top)
        .scale(points / size)
        .path(path)
        .fill('black')
        .restore()
      document.endMarkedContent()
      root.add(
        document.struct('Figure', { alt, bbox: [margin, top, margin + points, top + points] } as never, mark),
      )
      document.y = top + points
    },
    finish() {
      root.end()
      document.end()
      return finished
    },
  }
}
