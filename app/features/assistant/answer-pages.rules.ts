import * as paths from '#core/paths.ts'

/** The pages that answers link to, by the names that `private.assistant_intents.pages` has, each with the words of its link. */
const pages: Record<string, { label: string; to: string }> = {
  events: { label: 'All events', to: paths.events() },
  my_tickets: { label: 'My Tickets', to: paths.myTickets() },
  profile: { label: 'Your orders', to: paths.profile() },
  refunds: { label: 'Refund policy', to: paths.refunds() },
  help: { label: 'Contact us', to: `${paths.help()}#contact` },
  person: { label: 'Write to our team', to: paths.askPerson() },
  checkout: { label: 'Checkout', to: paths.checkout() },
  shop: { label: 'Shop', to: paths.shop() },
  cart: { label: 'Your cart', to: paths.cart() },
  live: { label: 'Live', to: paths.live() },
  settings: { label: 'Settings', to: paths.settings() },
  password_reset: { label: 'Reset your password', to: paths.passwordReset() },
  community_rules: { label: 'Community rules', to: paths.communityRules() },
}

/** Names of the pages that answers link to. */
export const answerPageNames = Object.keys(pages)

/**
 * Finds the links of an answer.
 * @param names as the intent's row has them; a name without a page is left out
 */
export function answerLinks(names: readonly string[]): { label: string; to: string }[] {
  return names.flatMap((name) => pages[name] ?? [])
}
