import type { CsvValue } from '#core/csv.ts'
import { decimalAmount, formatMoney } from '#core/money.ts'
import * as paths from '#core/paths.ts'
import type {
  Attribution,
  CommissionTerms,
  PromoterPage,
  Statement,
  StatementRow,
} from './promoters.types.ts'

/** Returns the terms of commission in words, such as `$3.00 per ticket sold`. */
export function termsText(terms: CommissionTerms, currency: string): string {
  const rate =
    terms.commissionBps === null
      ? formatMoney(terms.commissionCents ?? 0, currency)
      : `${terms.commissionBps / 100}%`
  return `${rate} per ticket ${terms.basis === 'sold' ? 'sold' : 'scanned'}`
}

/** Returns the address that a promoter shares: the page of the event with their code. */
export function promoterUrl(siteUrl: string, event: { id: string; slug: string }, linkCode: string): string {
  return `${siteUrl}${paths.event(event.id, event.slug)}?p=${encodeURIComponent(linkCode)}`
}

/** Says what happened to commission. */
export const entryNames: Record<StatementRow['kind'], string> = {
  accrued: 'Earned',
  matured: 'Due',
  paid: 'Paid',
  reversed: 'Taken back',
  recovered: 'Deducted',
}

/** Says how an order came to a promoter. */
export const sourceNames: Record<Attribution['source'], string> = {
  code: 'Promo code',
  list: 'Guest list',
  link: 'Link',
  staff: 'Changed by staff',
}

/** Returns what a promoter sold in words, such as `$500 to $1,000`. */
export function revenueText(
  { fromCents, toCents }: PromoterPage['events'][number]['revenue'],
  currency: string,
): string {
  if (toCents === null) return `Over ${formatMoney(fromCents, currency)}`
  if (fromCents === 0) return `Under ${formatMoney(toCents, currency)}`
  return `${formatMoney(fromCents, currency)} to ${formatMoney(toCents, currency)}`
}

/** Names the columns of a statement's file. */
export function statementHeader(withOrders: boolean): string[] {
  const order = withOrders ? ['Order'] : []
  return ['Date', 'Event', 'Ticket type', ...order, 'Entry', 'Expected', 'Due', 'Paid', 'Reference']
}

/** Makes the lines of a statement's file: one for each row of the ledger, in dollars, and their sums at the end. */
export function statementLines({ rows, ...sums }: Statement, withOrders: boolean): CsvValue[][] {
  const money = (row: Pick<StatementRow, 'expectedCents' | 'dueCents' | 'paidCents'>) =>
    [row.expectedCents, row.dueCents, row.paidCents].map((cents) => Number(decimalAmount(cents)))
  const order = (code: string | null) => (withOrders ? [code] : [])
  return [
    ...rows.map((row) => [
      row.createdAt,
      row.eventTitle,
      row.ticketType,
      ...order(row.orderCode),
      entryNames[row.kind],
      ...money(row),
      row.reference,
    ]),
    ['Total', '', '', ...order(''), '', ...money(sums), ''],
  ]
}
