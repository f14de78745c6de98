/** Names the categories of marketing as audiences name them; one that is missing shows its key. */
export const categoryNames: Record<string, string> = {
  new_events: 'News about events and merch',
  alerts: 'Event alerts',
  follows: 'Artists and series they follow',
  community: 'Community',
}
