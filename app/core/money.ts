/** Formats money. Amounts are whole cents everywhere; prices are computed by the database alone. */

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, digits: 0 | 2): Intl.NumberFormat {
  const key = `${currency} ${digits}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    formats.set(key, format)
  }
  return format
}

/**
 * Formats an amount with its cents, for sums and receipts: `$34.20`, `$34.00`.
 * @param cents whole cents; negative for refunds
 * @param currency ISO 4217, for example `USD`
 */
export function formatMoney(cents: number, currency: string): string {
  return formatOf(currency, 2).format(cents / 100)
}

/**
 * Writes an amount as a number of the currency's units with two decimals, for programs: `34.20`.
 * @param cents whole cents
 */
export function decimalAmount(cents: number): string {
  return (cents / 100).toFixed(2)
}

/**
 * Formats a price without empty cents: `Free`, `$34`, `$34.20`.
 * @param cents whole cents
 * @param currency ISO 4217, for example `USD`
 */
export function formatPrice(cents: number, currency: string): string {
  if (cents === 0) return 'Free'
  return cents % 100 === 0 ? formatOf(currency, 0).format(cents / 100) : formatMoney(cents, currency)
}
