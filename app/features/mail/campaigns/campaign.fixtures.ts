import { sampleEvent } from '../templates/event-parts.tsx'
import { samplePicture } from '../templates/order-parts.tsx'
import type { CampaignFacts } from './campaign.types.ts'

const productId = '7b1c2d3e-4f50-4a61-8b72-9c83d4e5f601'

/** A campaign with a block of each kind, for tests and the style guide. */
export const sampleFacts: CampaignFacts = {
  id: '0f9c2b1e-4b5a-4f0e-9a58-0c1d2e3f4a5b',
  version: 3,
  kind: 'marketing',
  subject: 'Carnival Tuesday: tickets are on sale, {{first_name|friend}}',
  subjectB: 'Your spot on the river',
  preheader: 'Doors at 10. New tees in the shop.',
  currency: 'USD',
  sender: { brand: 'Jouvay', company: 'Jouvay Events LLC', postalAddress: null, contactEmail: null },
  event: null,
  blocks: [
    {
      kind: 'hero',
      id: 'head',
      title: 'One last lap',
      text: 'Carnival Tuesday, on the river.',
      picture: samplePicture,
      alt: 'A crowd in gold and green under flags',
    },
    {
      kind: 'text',
      id: 'body',
      text: {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [
              { type: 'text', text: 'Hi {{first_name|there}}, we kept ' },
              { type: 'text', text: 'the early price', marks: [{ type: 'bold' }] },
              { type: 'text', text: ' for a week. Read ' },
              {
                type: 'text',
                text: 'how entry works',
                marks: [{ type: 'link', attrs: { href: '/help' } }],
              },
              { type: 'text', text: '.' },
            ],
          },
          { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'What to bring' }] },
          {
            type: 'bulletList',
            content: [
              {
                type: 'listItem',
                content: [{ type: 'paragraph', content: [{ type: 'text', text: 'A photo ID' }] }],
              },
              {
                type: 'listItem',
                content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Something bright' }] }],
              },
            ],
          },
        ],
      },
    },
    { kind: 'events', id: 'card', events: [sampleEvent.id] },
    { kind: 'divider', id: 'line' },
    { kind: 'products', id: 'shop', products: [productId] },
    { kind: 'button', id: 'more', label: 'See everything', url: '/events' },
  ],
  events: [{ ...sampleEvent, summary: '', imageAlt: null, state: 'on_sale', fromCents: 3400 }],
  products: [
    {
      id: productId,
      slug: 'river-tee',
      name: 'River tee',
      imagePath: samplePicture,
      imageAlt: 'A black tee with a wave',
      state: 'on_sale',
      fromCents: 3200,
      toCents: 3400,
    },
  ],
}
