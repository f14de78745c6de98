import { faker } from '@faker-js/faker'

/** Units of the shop that somebody bought, so many days ago; `to` is a point of pickup, else they are shipped. */
export type GoodsOrder = {
  ago: number
  items: [sku: string, units: number][]
  state: string
  to?: 'tonight' | 'next' | 'past' | 'store'
  reason?: string
  faulty?: boolean
  decision?: string
  unclaimed?: boolean
}

/** Orders of every state that the shop desk knows, for whoever looks first. */
const notable: GoodsOrder[] = [
  { ago: 0.06, items: [['CUP-STEEL', 2]], state: 'unfulfilled' },
  {
    ago: 0.21,
    items: [
      ['TEE-BONE-M', 1],
      ['RAG-TEAL', 2],
    ],
    state: 'unfulfilled',
  },
  { ago: 0.5, items: [['CREW-BONE-L', 1]], state: 'unfulfilled' },
  { ago: 0.8, items: [['FLAG-TEAL', 1]], state: 'unfulfilled' },
  {
    ago: 1.2,
    items: [
      ['CAP-SAND', 1],
      ['TOTE', 1],
    ],
    state: 'packing',
  },
  { ago: 1.6, items: [['TEE-NIGHT-L', 2]], state: 'packing' },
  { ago: 2.4, items: [['CUP-NIGHT', 1]], state: 'shipped' },
  {
    ago: 3.3,
    items: [
      ['TEE-NIGHT-M', 1],
      ['CAP-NIGHT', 1],
    ],
    state: 'shipped',
  },
  { ago: 4.1, items: [['FLAG-MAGENTA', 2]], state: 'shipped' },
  { ago: 24.2, items: [['TOTE', 2]], state: 'shipped' },
  { ago: 25.1, items: [['CREW-TEAL-M', 1]], state: 'lost', reason: 'The carrier has given up the search.' },
  { ago: 0.9, items: [['RAG-MAGENTA', 2]], state: 'unfulfilled', to: 'tonight' },
  { ago: 1.9, items: [['FLAG-ORANGE', 1]], state: 'ready_for_pickup', to: 'tonight' },
  {
    ago: 2.2,
    items: [
      ['TEE-BONE-L', 1],
      ['CUP-ORANGE', 1],
    ],
    state: 'ready_for_pickup',
    to: 'next',
  },
  { ago: 1.4, items: [['CAP-NIGHT', 1]], state: 'unfulfilled', to: 'store' },
  { ago: 21, items: [['TEE-BONE-XL', 1]], state: 'unfulfilled', to: 'past', unclaimed: true },
  { ago: 6.4, items: [['TEE-BONE-S', 1]], state: 'cancelled', reason: 'Ordered the wrong size.' },
  {
    ago: 8.6,
    items: [['TEE-NIGHT-S', 1]],
    state: 'return_requested',
    reason: 'Runs smaller than the chart says.',
  },
  {
    ago: 9.1,
    items: [['CUP-ORANGE', 1]],
    state: 'return_requested',
    reason: 'The lid came cracked and does not close.',
    faulty: true,
  },
  {
    ago: 12.2,
    items: [['CAP-SAND', 1]],
    state: 'return_approved',
    reason: 'The color is not mine after all.',
  },
  { ago: 13.9, items: [['TEE-BONE-M', 1]], state: 'return_received', reason: 'Bought two, one is enough.' },
  {
    ago: 19,
    items: [['CREW-BONE-M', 1]],
    state: 'returned',
    reason: 'A seam under the arm is open.',
    faulty: true,
  },
  {
    ago: 34,
    items: [['TEE-NIGHT-M', 1]],
    state: 'return_rejected',
    reason: 'I want my money back.',
    decision: 'It came back painted from the road, so we cannot sell it again.',
  },
]

const usual: [sku: string, units: number][][] = [
  [['TEE-BONE-M', 1]],
  [['TEE-BONE-L', 1]],
  [['TEE-NIGHT-M', 1]],
  [['FLAG-ORANGE', 1]],
  [
    ['FLAG-TEAL', 1],
    ['RAG-TEAL', 1],
  ],
  [['CUP-STEEL', 1]],
  [['CUP-STEEL', 2]],
  [
    ['CUP-NIGHT', 1],
    ['CUP-ORANGE', 1],
  ],
  [['RAG-MAGENTA', 2]],
  [['TOTE', 1]],
  [['CAP-NIGHT', 1]],
  [
    ['CREW-BONE-XL', 1],
    ['CAP-SAND', 1],
  ],
]

/** The orders of the demo: those of every state, and what was bought and arrived before them, more from month to month. */
export function planGoods(): GoodsOrder[] {
  const arrived = Array.from({ length: 40 }, (_, place) => ({
    ago: 6 + 140 * ((place + 0.5) / 40) ** 1.25 + faker.number.float({ max: 0.9 }),
    items: faker.helpers.arrayElement(usual),
    state: 'delivered',
  }))
  const handed: GoodsOrder[] = [22.5, 23.6, 24.4, 25.7].map((ago) => ({
    ago,
    items: faker.helpers.arrayElement(usual),
    state: 'picked_up',
    to: 'past',
  }))
  return [...notable, ...handed, ...arrived]
}
