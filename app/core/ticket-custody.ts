/** Names who has a valid ticket, as staff read it: its holder; its holder while it is offered to somebody, or listed for return. */
export const custodyNames = { held: 'Valid', offered: 'In transfer', listed: 'Listed' } as const
