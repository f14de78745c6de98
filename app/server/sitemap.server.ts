/**
 * Makes the response for a part of the sitemap, which may be cached for five minutes.
 * @param body the XML
 */
export function sitemapResponse(body: string): Response {
  return new Response(body, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'X-Page-Cache': 'public, max-age=300, stale-while-revalidate=300',
    },
  })
}
