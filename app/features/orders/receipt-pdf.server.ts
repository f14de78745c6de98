import { savings } from '#core/discount-sums.ts'
import { formatLongDay } from '#core/event-time.ts'
import { formatLongMoment } from '#core/long-moment.ts'
import { formatMoney } from '#core/money.ts'
import { openPaper, type PaperSize } from '#server/pdf.server.ts'
import type { Receipt } from './receipts.types.ts'

/** Writes a receipt as a PDF: its lines, each with its fees and after its discount, tax, and what was refunded since with its credit notes. */
export async function drawReceipt(receipt: Receipt, size: PaperSize): Promise<Buffer> {
  const { content, creditNotes } = receipt
  const { seller, currency, timeZone } = content
  const money = (cents: number) => formatMoney(cents, currency)
  const day = (at: string) => formatLongDay(at, timeZone)
  const title = `Receipt ${receipt.number}`
  // The same receipt has the same bytes, whenever it is fetched.
  const at = new Date(creditNotes.at(-1)?.issuedAt ?? receipt.issuedAt)
  const paper = openPaper({ title: `${title}, ${seller.brand}`, author: seller.company, size, at })

  paper.text('P', seller.brand, { bold: true, size: 16 })
  paper.text('P', [seller.company, seller.postalAddress].filter(Boolean).join(', '), {
    muted: true,
    size: 9.5,
  })
  if (seller.contactEmail) paper.text('P', seller.contactEmail, { muted: true, size: 9.5 })
  paper.space(28)
  paper.text('H1', title, { bold: true, size: 22 })
  paper.space(4)
  if (content.isTest) paper.text('P', 'TEST ORDER. No money moved.', { bold: true })
  paper.text('P', `Issued on ${day(receipt.issuedAt)}. Order ${content.orderCode}.`)
  paper.text('P', `Paid on ${formatLongMoment(content.paidAt, timeZone)} by ${receipt.buyerName}.`)
  if (content.event) paper.text('P', `For ${content.event.title} on ${day(content.event.startsAt)}.`)
  paper.space(22)

  const rows = content.lines.map((line) => [
    `${line.quantity} × ${line.name}${line.detail ? ` (${line.detail})` : ''}`,
    money(line.eachCents),
    money(line.priceCents),
    money(line.feeCents),
    money(line.taxCents),
    money(line.totalCents),
  ])
  const rest = (paper.width - 5 * 66) | 0
  paper.table(
    [
      ['Item', 'Each', 'Price', 'Fees incl.', 'Tax', 'Total'],
      ...rows,
      [
        'Total',
        '',
        money(content.priceCents),
        money(content.feeCents),
        money(content.taxCents),
        money(content.totalCents),
      ],
    ],
    [rest, 66, 66, 66, 66, 66],
    [rows.length + 1],
  )
  const { promoCode, codeMostPerOrder: mostPerOrder } = content
  const saved = savings(content.lines, promoCode === null ? null : { code: promoCode, mostPerOrder }, money)
  if (saved.length > 0) {
    paper.space(4)
    paper.text('P', saved.join(' '), { muted: true, size: 9.5 })
  }
  if (creditNotes.length > 0) {
    paper.space(24)
    paper.text('H2', 'Refunds', { bold: true, size: 14 })
    paper.space(8)
    paper.table(
      [
        ['Credit note', 'Issued', 'Amount'],
        ...creditNotes.map((note) => [
          note.reverses ? `${note.number} reverses ${note.reverses}` : note.number,
          day(note.issuedAt),
          money(-note.amountCents),
        ]),
        ['Paid after refunds', '', money(receipt.paidAfterRefundsCents)],
      ],
      [paper.width - 320, 220, 100],
      [creditNotes.length + 1],
    )
  }
  return paper.finish()
}
