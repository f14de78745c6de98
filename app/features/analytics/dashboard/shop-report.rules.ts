import { moneyFigures } from '#core/money-figures.ts'
import { shareOf } from './figures.rules.ts'
import type { Report, ReportTable, ShopData } from './report.types.ts'
import { computedFigure, listedFigure } from './report-parts.rules.ts'

const section = 'Goods'
const recentDays = 28

/**
 * Builds the view of the shop: from looks to paid orders, and how long the stock lasts.
 * @param product the product that the report is of; null for all
 */
export function shopReport(data: ShopData, currency: string, product: string | null): Report {
  const { figures: f, figuresBefore: b } = data
  const rows: Record<string, string> = product ? { product } : {}
  return {
    view: 'shop',
    from: data.from,
    to: data.to,
    today: data.today,
    before: data.before,
    currency,
    notes: [],
    figures: [
      ...(f.gross === null
        ? []
        : [
            listedFigure(section, 'goodsGross', f.gross, b?.gross, { rows }),
            listedFigure(section, 'goodsRefunded', f.refunded, b?.refunded, { rows }),
          ]),
      listedFigure(section, 'units', f.units, b?.units, { rows }),
      listedFigure(section, 'goodsOrders', f.orders, b?.orders, { rows }),
      listedFigure(section, 'productViews', f.productViews, b?.productViews, { rows }),
      listedFigure(section, 'productClicks', f.productClicks, b?.productClicks, { rows }),
      listedFigure(section, 'carts', f.carts, b?.carts, { rows }),
      computedFigure(
        section,
        'paidShare',
        'Carts that were paid',
        'share',
        shareOf(f.orders, f.carts),
        b && shareOf(b.orders, b.carts),
        'Paid orders with merch divided by carts with merch of the same days.',
      ),
    ],
    charts: [
      {
        key: 'funnel',
        section,
        title: 'From view to paid order',
        about: 'Product views, details opened, carts with merch and paid orders with merch.',
        unit: 'count',
        kind: 'bars',
        axis: 'Step',
        points: ['Views', 'Details opened', 'Carts', 'Paid'].map((name) => ({ label: name, tick: name })),
        series: [
          { name: 'This period', role: 'now', values: [f.productViews, f.productClicks, f.carts, f.orders] },
          ...(b
            ? [
                {
                  name: 'Period before',
                  role: 'before' as const,
                  values: [b.productViews, b.productClicks, b.carts, b.orders],
                },
              ]
            : []),
        ],
        soFar: null,
      },
    ],
    tables: [productTable(data)],
  }
}

/** Days until the stock is sold at the speed of the last 28 days; null where nothing sold. */
export function stockDays(available: number, recent: number): number | null {
  return recent > 0 ? Math.floor(available / (recent / recentDays)) : null
}

function productTable({ products, others, figures }: ShopData): ReportTable {
  const isMoney = figures.gross !== null
  return {
    key: 'products',
    section,
    caption: 'Products',
    about: `Sell-through = units sold and not returned divided by all units there ever were. Stock lasts = unsold units divided by what sold a day in the last ${recentDays} days that are over; a dash where nothing sold.`,
    columns: [
      { key: 'name', header: 'Product', unit: 'text' },
      { key: 'views', header: 'Views', unit: 'count' },
      { key: 'clicks', header: 'Details opened', unit: 'count' },
      { key: 'carts', header: 'Carts', unit: 'count' },
      { key: 'orders', header: 'Paid orders', unit: 'count' },
      { key: 'units', header: 'Units', unit: 'count' },
      ...(isMoney ? [{ key: 'gross', header: moneyFigures.gross.label, unit: 'money' as const }] : []),
      { key: 'through', header: 'Sell-through', unit: 'share' },
      { key: 'left', header: 'Unsold', unit: 'count' },
      { key: 'lasts', header: 'Stock lasts', unit: 'days' },
    ],
    rows: [
      ...products.map((product) => ({
        key: product.id,
        cells: [
          product.name,
          product.views,
          product.clicks,
          product.carts,
          product.orders,
          product.units,
          ...(isMoney ? [product.gross] : []),
          shareOf(product.sold, product.stock),
          product.available,
          stockDays(product.available, product.recent),
        ],
        to: { product: product.id },
        rows: { figure: 'units', product: product.id },
      })),
      ...(others.products > 0
        ? [
            {
              key: 'others',
              cells: [
                `${others.products} more products`,
                others.views,
                others.clicks,
                null,
                null,
                others.units,
                ...(isMoney ? [others.gross] : []),
                null,
                null,
                null,
              ],
              to: null,
              rows: null,
            },
          ]
        : []),
    ],
    empty: 'The shop has no products yet.',
  }
}
