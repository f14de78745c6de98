import { faker } from '@faker-js/faker'
import type { Sql } from 'postgres'
import { namedId } from './named-id.ts'

/** Draws a code as orders and tickets have them. */
export function drawCode(length: number): string {
  return faker.string.fromCharacters('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', length)
}

/** Inserts rows, a thousand at a time; all have the columns of the first. */
export async function insertAll(sql: Sql, table: string, rows: Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1000) {
    await sql`insert into ${sql(table)} ${sql(rows.slice(start, start + 1000) as never)}`
  }
}

/** Makes the row of the payment that settled an order. */
export function paymentOf(orderId: string, total: number, paidAt: Date): Record<string, unknown> {
  return {
    id: namedId(`payment:${orderId}`),
    order_id: orderId,
    provider: 'test',
    provider_ref: `seed_${orderId}`,
    attempt: 1,
    amount_cents: total,
    currency: 'USD',
    status: 'succeeded',
    settled_at: paidAt,
    created_at: paidAt,
    updated_at: paidAt,
  }
}
