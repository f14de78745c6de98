/**
 * Shows HTML that the server made: React rendered it (and so escaped it), or renderMarkdown did (and a sanitizer let it through). For a
 * part of a page that does nothing in the browser, so that its component is not downloaded. Its styles are imported by the page.
 */
export function ServerMarkup({ html }: { html: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server escaped the text where it made the HTML
    <div dangerouslySetInnerHTML={{ __html: html }} />
  )
}
