import { artists } from './artists.ts'
import { posters } from './posters.ts'
import { products } from './products.ts'

/** Everything that is drawn for the demo brand. */
export const drawings = [...posters, ...products, ...artists]
