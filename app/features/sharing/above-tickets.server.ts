import type { RequestArgs } from '#server/session.server.ts'
import { readPlaceSplit } from './allocations/allocations.reads.server.ts'
import { placeSplitHtml } from './allocations/ui/place-split-html.server.tsx'
import { joinLinkHtml } from './waitlist/ui/join-link-html.server.tsx'
import { soldOutTypes } from './waitlist/waitlist.rules.ts'

type Page = {
  event: { id: string; slug: string }
  offer: readonly { id: string; name: string; state: string }[]
}

/**
 * Reads what stands above the tickets of an event's page: how its places are split, and the way to its waitlist.
 * @returns renders it as HTML for the page as it was read; empty where there is nothing. A preview has no links
 */
export async function aboveTickets(
  args: RequestArgs,
  event: string | undefined,
): Promise<(page: Page, isPreview: boolean) => string> {
  const split = placeSplitHtml(await readPlaceSplit(args, event))
  return ({ event, offer }, isPreview) =>
    split + (isPreview ? '' : joinLinkHtml(event, soldOutTypes(offer).length > 0))
}
