import type { Choice, Quote } from './orders.types.ts'
import { unitLines } from './ticket-choice.rules.ts'

/** Some units of a choice that cost the same. Amounts are cents, fees included. */
export type Span = {
  cents: number
  /** The price without the code, where the code makes these units cheaper. */
  fullCents: number | null
  /** How many of them; null where all of the choice cost this. */
  units: number | null
}

/**
 * Returns what the units of a choice cost where they cost differently: some are of the next release, or a code covers only a part of
 * what is chosen. It is cheaper only as far as the code reaches. A choice of which there is none yet costs less as long as the code has
 * something left for it.
 * @param quantity how many of it are chosen
 * @param quote what the database says of everything that is chosen; null where the choice alone decides what it costs
 */
export function spansOf(choice: Choice, quantity: number, quote: Quote | null): Span[] {
  const { id, priceCents, fullPriceCents } = choice
  if (priceCents === null) return []
  const lines = quote ? quote.lines.filter(({ itemId }) => itemId === id) : unitLines(choice, quantity)
  if (quantity > 0 && lines.length > 0)
    return lines.map(({ eachCents, byCode, quantity: units }) => ({
      cents: eachCents,
      // Known of the release that is sold first.
      fullCents: byCode && eachCents === priceCents ? fullPriceCents : null,
      units: lines.length > 1 ? units : null,
    }))
  if (!quote) return []
  const { units, cents } = quote.codeLeft
  const off = fullPriceCents === null ? 0 : fullPriceCents - priceCents
  const isCovered = off > 0 && (units === null || units > 0) && (cents === null || cents >= off)
  const full = isCovered ? fullPriceCents : null
  return [{ cents: isCovered ? priceCents : (fullPriceCents ?? priceCents), fullCents: full, units: null }]
}
