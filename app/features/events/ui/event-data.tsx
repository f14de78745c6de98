import { useNonce } from '#ui/nonce.ts'
import { scriptJson } from '../event-json-ld.ts'

/** The structured data of a page. The browser hides nonces after parsing, so the attribute may differ when React takes over. */
export function EventData({ data }: { data: Record<string, unknown> }) {
  return (
    <script
      type="application/ld+json"
      nonce={useNonce()}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: `scriptJson` escapes everything that could leave the element
      dangerouslySetInnerHTML={{ __html: scriptJson(data) }}
    />
  )
}
