import type { GoodsGroup } from '#core/goods-group.ts'
import type { FulfilmentTab, GoodsAction } from './fulfilment.types.ts'

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Holds what each tab of the shop desk is called, what it says when it is empty, and what can be done to its rows. */
export const tabTexts: Record<FulfilmentTab, { tab: string; empty: string; actions: GoodsAction[] }> = {
  pack: { tab: 'To pack', empty: 'Nothing to pack', actions: ['pack', 'ship', 'ready', 'move', 'cancel'] },
  packing: { tab: 'Packing', empty: 'Nothing is being packed', actions: ['ship', 'cancel'] },
  shipped: { tab: 'Shipped', empty: 'No parcels on the way', actions: ['delivered', 'lost'] },
  ready: { tab: 'Ready for pickup', empty: 'Nothing is ready for pickup', actions: ['move', 'cancel'] },
  unclaimed: { tab: 'Unclaimed', empty: 'Everything was picked up', actions: ['move', 'cancel'] },
  lost: {
    tab: 'Lost',
    empty: 'No lost or overdue parcels',
    actions: ['lost', 'resend', 'refund', 'delivered'],
  },
}

/** Holds what each action is called: its button in the list, its page, what it says before and after. */
export const goodsActionTexts: Record<
  GoodsAction,
  {
    label: string
    title: string
    text: string
    does: (count: number) => string
    done: (count: number) => string
    isDangerous: boolean
  }
> = {
  pack: {
    label: 'Start packing…',
    title: 'Start packing',
    text: 'Their buyers see that the order is being packed.',
    does: (count) => `${counted(count, 'order')} to pack.`,
    done: (count) => `${counted(count, 'order')} being packed.`,
    isDangerous: false,
  },
  ready: {
    label: 'Ready for pickup…',
    title: 'Ready for pickup',
    text: 'Each buyer gets an email that it is packed.',
    does: (count) => `${counted(count, 'pickup')} will be ready.`,
    done: (count) => `${counted(count, 'pickup')} ready. Their buyers get an email.`,
    isDangerous: false,
  },
  ship: {
    label: 'Ship…',
    title: 'Ship',
    text: 'One parcel each. The buyer gets an email with the tracking number.',
    does: (count) => `${counted(count, 'parcel')} to send.`,
    done: (count) => `${counted(count, 'parcel')} shipped. Their buyers get an email.`,
    isDangerous: false,
  },
  delivered: {
    label: 'Mark as delivered…',
    title: 'Delivered',
    text: 'The carrier says that it arrived. The buyer gets an email and has 30 days to return it.',
    does: (count) => `${counted(count, 'parcel')} will count as delivered.`,
    done: (count) => `${counted(count, 'parcel')} delivered.`,
    isDangerous: false,
  },
  lost: {
    label: 'Mark as lost…',
    title: 'Mark as lost',
    text: 'Its units are written off. Then send it again or refund it.',
    does: (count) => `${counted(count, 'parcel')} will count as lost.`,
    done: (count) => `${counted(count, 'parcel')} lost. Decide for each: send again, or refund.`,
    isDangerous: true,
  },
  resend: {
    label: 'Send again…',
    title: 'Send again',
    text: 'The same items again, from what is for sale.',
    does: (count) => `${counted(count, 'parcel')} will be packed again.`,
    done: (count) => `${counted(count, 'parcel')} to pack again.`,
    isDangerous: false,
  },
  move: {
    label: 'Move pickup…',
    title: 'Move a pickup',
    text: 'To a store day, or an event for which its buyer has a ticket. Each buyer gets an email.',
    does: (count) => `${counted(count, 'pickup')} will be moved.`,
    done: (count) => `${counted(count, 'pickup')} moved. Their buyers get an email.`,
    isDangerous: false,
  },
  refund: {
    label: 'Refund…',
    title: 'Refund a lost parcel',
    text: 'The buyer is refunded for what was in it.',
    does: (count) => `${counted(count, 'parcel')} will be refunded.`,
    done: (count) => `${counted(count, 'parcel')} refunded.`,
    isDangerous: true,
  },
  cancel: {
    label: 'Cancel and refund…',
    title: 'Cancel and refund',
    text: 'The units go back on sale, and the buyer is refunded.',
    does: (count) => `${counted(count, 'order')}: this will be canceled.`,
    done: (count) => `${counted(count, 'order')}: canceled and refunded.`,
    isDangerous: true,
  },
}

/** Lists what can be done to goods in their state, in the order of the shop desk. */
export function actionsOf({ status, delivery }: Pick<GoodsGroup, 'status' | 'delivery'>): GoodsAction[] {
  switch (status) {
    case 'unfulfilled':
      return delivery === 'pickup' ? ['ready', 'move', 'cancel'] : ['pack', 'ship', 'cancel']
    case 'packing':
      return tabTexts.packing.actions
    case 'shipped':
      return tabTexts.shipped.actions
    case 'ready_for_pickup':
      return tabTexts.ready.actions
    case 'lost':
      return ['resend', 'refund', 'delivered']
    default:
      return []
  }
}

/** Says why an action skips goods. */
export const skipTexts: Record<string, string> = {
  state: 'No longer in this state',
  dispute_open: 'The buyer disputes the payment',
  no_address: 'It has no address',
}
