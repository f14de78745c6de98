import { Dialog, type DialogProps } from './dialog.tsx'

/**
 * Renders a dialog at the edge: from the side on wide screens, from below on a phone. For filters, carts and
 * details.
 */
export function Sheet(props: Omit<DialogProps, 'placement'>) {
  return <Dialog {...props} placement="sheet" />
}
