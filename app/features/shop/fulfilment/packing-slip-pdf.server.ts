import { carrierTexts, goodsName } from '#core/goods.ts'
import { openPaper, type PaperSize } from '#server/pdf.server.ts'
import type { PackingSlip } from './fulfilment.types.ts'

/** Writes the packing slip of a parcel as a PDF: where it goes, what is in it, and what of the order comes separately. No prices. */
export async function drawPackingSlip(slip: PackingSlip, size: PaperSize): Promise<Buffer> {
  const title = slip.shipment
    ? `Packing slip ${slip.code}, parcel ${slip.shipment.number}`
    : `Packing slip ${slip.code}`
  const at = new Date(slip.shipment?.shippedAt ?? slip.since)
  const paper = openPaper({ title: `${title}, ${slip.brand}`, author: slip.company, size, at })
  paper.text('P', slip.brand, { bold: true, size: 16 })
  paper.text('P', [slip.company, slip.postalAddress].filter(Boolean).join(', '), { muted: true, size: 9.5 })
  if (slip.contactEmail) paper.text('P', slip.contactEmail, { muted: true, size: 9.5 })
  paper.space(24)
  paper.text('H1', title, { bold: true, size: 22 })
  if (slip.isTest) paper.text('P', 'TEST ORDER. Do not send.', { bold: true })
  paper.space(14)
  paper.text('H2', slip.delivery === 'pickup' ? 'Picked up by' : 'Ship to', { bold: true, size: 13 })
  if (slip.address) {
    const { name, line1, line2, city, state, postalCode } = slip.address
    for (const line of [name, line1, line2, `${city}, ${state} ${postalCode}`])
      if (line) paper.text('P', line, { size: 12 })
  } else {
    paper.text('P', slip.name, { size: 12 })
    if (slip.point)
      paper.text('P', [slip.point.name, slip.point.eventTitle].filter(Boolean).join(', '), { muted: true })
  }
  if (slip.shipment) {
    const { carrier, trackingCode } = slip.shipment
    paper.space(10)
    paper.text('P', [carrierTexts[carrier].name, trackingCode].filter(Boolean).join(' · '))
  }
  paper.space(20)
  paper.table(
    [
      ['Item', 'SKU', 'Units'],
      ...slip.items.map((item) => [goodsName(item), item.sku ?? '', String(item.quantity)]),
    ],
    [paper.width - 230, 160, 70],
  )
  if (slip.others.length > 0) {
    paper.space(18)
    paper.text('P', 'Of this order, sent separately:', { bold: true })
    for (const item of slip.others) paper.text('P', `${item.quantity} × ${goodsName(item)}`, { muted: true })
  }
  paper.space(20)
  paper.text('P', 'Something wrong? Open the link in your email within 30 days to send it back.', {
    muted: true,
    size: 9.5,
  })
  return paper.finish()
}
