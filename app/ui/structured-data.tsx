/**
 * Writes a page's structured data. It is data, not code, and needs no nonce.
 * @param json made by `scriptJson`, which escapes everything that could leave the element
 */
export function StructuredData({ json }: { json: string }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the text was escaped where it was made
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}
