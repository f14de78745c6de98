import { renderToStaticMarkup } from 'react-dom/server'
import type { SuggestedProducts } from '../catalogue.types.ts'
import { Suggestions } from './suggestions.tsx'

/**
 * Renders suggested products as HTML, for a page whose scripts have no room for them.
 * @returns null where there is nothing to suggest
 */
export function suggestionsHtml(suggested: SuggestedProducts): string | null {
  if (suggested.products.length === 0) return null
  return renderToStaticMarkup(<Suggestions suggested={suggested} />)
}
