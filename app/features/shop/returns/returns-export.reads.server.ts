import type { CsvValue } from '#core/csv.ts'
import { goodsName } from '#core/goods.ts'
import { decimalAmount } from '#core/money.ts'
import { rowPages, selectedIds } from '#core/row-pages.ts'
import { fulfilmentStates } from '#core/states.ts'
import type { RequestArgs } from '#server/session.server.ts'
import { listReturns } from './returns.reads.server.ts'
import { returnsQuerySchema } from './returns.schema.ts'
import type { ReturnRow } from './returns.types.ts'

/** The returns of the list's tab and search as lines of a file. */
export function exportReturns(args: RequestArgs, query: URLSearchParams) {
  const filters = returnsQuerySchema.parse(Object.fromEntries(query))
  const selected = selectedIds(query)
  async function* lines(): AsyncGenerator<CsvValue[][]> {
    const read = async (after: string | null) => {
      const { returns, next } = await listReturns(args, { ...filters, after }, selected ? 50 : 200)
      return { rows: returns, next }
    }
    for await (const page of rowPages(read, filters.after, selected, ({ id }) => id)) yield page.map(lineOf)
  }
  const header = [
    'Order',
    'Buyer',
    'Email',
    'Item',
    'SKU',
    'Units',
    'Status',
    'Arrived damaged',
    'Reason',
    'Asked',
    'Decision',
    'Received',
    'Inspection',
    'Refund',
    'Currency',
    'Test',
  ]
  return { header, pages: lines() }
}

const lineOf = (row: ReturnRow): CsvValue[] => [
  row.code,
  row.buyer,
  row.email,
  goodsName(row),
  row.sku,
  row.units,
  fulfilmentStates[row.status].label,
  row.isFaulty ? 'yes' : 'no',
  row.reason,
  row.createdAt,
  row.decision,
  row.receivedAt,
  row.inspection,
  row.backCents === null ? null : Number(decimalAmount(row.backCents)),
  row.currency,
  row.isTest ? 'yes' : 'no',
]
