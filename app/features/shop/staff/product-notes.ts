/** Says what was saved, by the search parameter that the editor of a product is opened with afterwards. */
export const productNotes = {
  product: 'Product saved.',
  variants: 'Variants saved.',
  picture: 'Pictures saved.',
  active: 'It is on sale.',
  draft: 'It is a draft now.',
  archived: 'It is archived.',
} as const
