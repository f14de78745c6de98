import type { LowStock } from '../mail.types.ts'
import type { MailTemplate } from './mail-template.ts'
import { Action, Facts, Paragraph, Title } from './parts.tsx'

const nameOf = ({ product, variant }: LowStock) => (variant ? `${product}, ${variant}` : product)

/** To admins, once when the unsold units of a variant reach its threshold. */
export const stockLow: MailTemplate<{ stock: LowStock; inventoryUrl: string }> = {
  subject: ({ stock }) => (stock.left > 0 ? `Low stock: ${nameOf(stock)}` : `Sold out: ${nameOf(stock)}`),
  preview: ({ stock }) => `${stock.left} left of ${stock.sku}.`,
  sample: {
    stock: {
      variantId: '00000000-0000-4000-8000-000000000001',
      product: 'Road tee',
      variant: 'Bone / M',
      sku: 'TEE-BONE-M',
      left: 5,
      threshold: 5,
    },
    inventoryUrl: 'https://jouvay.example/admin/inventory/sample',
  },
  Content: ({ stock, inventoryUrl }) => (
    <>
      <Title>{stock.left > 0 ? 'Low stock' : 'Sold out'}</Title>
      <Paragraph>
        {stock.left > 0
          ? `${nameOf(stock)} has ${stock.left} ${stock.left === 1 ? 'unit' : 'units'} left to sell.`
          : `${nameOf(stock)} has no unit left to sell.`}
      </Paragraph>
      <Facts
        rows={[
          ['SKU', stock.sku],
          ['Left', String(stock.left)],
          ['Threshold', String(stock.threshold)],
        ]}
      />
      <Action url={inventoryUrl}>Open its stock</Action>
    </>
  ),
}
