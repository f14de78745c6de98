/**
 * Names what money staff look at is called and means. The one place: Today, event pages, the dashboard, lists and files use these words
 * for these figures and for nothing else.
 */
export const moneyFigures = {
  gross: {
    label: 'Gross sales',
    definition: 'What buyers paid: prices after discounts, fees and tax.',
  },
  net: {
    label: 'Net revenue',
    definition: 'Gross sales less refunds and disputes, with corrections.',
  },
} as const
