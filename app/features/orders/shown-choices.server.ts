import type { RequestArgs } from '#server/session.server.ts'
import { choiceOf, heldText, limitsText } from './choice-text.ts'
import { codeText } from './code-text.ts'
import { readQuote } from './orders.reads.server.ts'
import type { Offered } from './orders.types.ts'
import { readPicked } from './ticket-choice.rules.ts'
import { heldHtml } from './ui/held-html.server.tsx'

type Code = Parameters<typeof codeText>[0] & { limited: boolean }

/** Facts about the sale of an event, as its page read them. */
type Sale = {
  event: { id: string; timeZone: string }
  offer: readonly Offered[]
  extras: readonly Offered[]
  code: Code | null
  hold: { units: number; expiresAt: string } | null
  currency: string
  now: string
  maxPerOrder: number
  maxPerPerson: number
}

/**
 * Says the sale of an event in words, with what the address says was picked.
 * @param refusedCode why a code that was typed in was refused; null for none
 */
export async function shownChoices(args: RequestArgs, sale: Sale, refusedCode: string | null) {
  const { event, code, currency } = sale
  const { searchParams } = new URL(args.request.url)
  const picked = readPicked(searchParams.getAll('pick'))
  const terms = { ...sale, timeZone: event.timeZone }
  const choices = [...sale.offer, ...sale.extras].map((offered) => choiceOf(offered, terms))
  const typed = searchParams.get('code')
  return {
    choices,
    picked,
    limits: limitsText(sale.maxPerOrder, sale.maxPerPerson),
    held: heldHtml(sale.hold && heldText(sale.hold, event.timeZone)),
    codeRefused: refusedCode === null ? null : { typed: typed ?? '', sentence: refusedCode },
    codeOpen: code !== null || refusedCode !== null || typed !== null,
    codeText: code && codeText(code, currency),
    quote: code?.limited ? await quotePicked(args, event.id, choices, picked) : null,
  }
}

/** Asks what the choice that the address carries costs; null where nothing is chosen. */
async function quotePicked(
  args: RequestArgs,
  event: string,
  choices: readonly { id: string; kind?: Offered['kind'] }[],
  picked: Record<string, number>,
) {
  const lines = choices.flatMap(({ id, kind = 'ticket' }) => {
    const quantity = picked[id] ?? 0
    return quantity > 0 ? [{ kind, item: id, quantity }] : []
  })
  return lines.length > 0 ? await readQuote(args, { event, lines }) : null
}
