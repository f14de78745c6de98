/**
 * The structured data of a page. Data, not code: it needs no nonce.
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
