/**
 * Headers of a page that visitors without a session may be shown from memory for a few seconds: what it says depends on
 * its address alone. Writes of staff empty that memory; stock that moves is judged again when tickets are held.
 */
export const visitorsPage = { 'X-Page-Cache': 'public, max-age=10, stale-while-revalidate=20' }
