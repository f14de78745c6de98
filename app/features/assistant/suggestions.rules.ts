import type { AssistantPage } from './assistant.types.ts'

/**
 * Suggests questions to begin with: about the event of tonight, an order that is not paid, the next ticket, else what is on.
 * @returns four at most
 */
export function suggestionsFor({
  tonight,
  coming,
  openOrder,
  hasOrders,
}: AssistantPage['context']): string[] {
  const event = tonight ?? coming
  return [
    ...(tonight ? [`When do doors open at ${tonight}?`, 'What do I need to bring?'] : []),
    ...(openOrder ? ['What is in my cart?', 'How long are my tickets held?'] : []),
    ...(event ? [`Where is ${event}?`, 'How do I give my ticket to a friend?'] : []),
    ...(hasOrders ? ['What did I pay for my last order?'] : []),
    'What’s on this weekend?',
    'Do you have merch?',
    'What is your refund policy?',
  ].slice(0, 4)
}
