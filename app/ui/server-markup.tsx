/**
 * Shows HTML that React rendered on the server (and so escaped): for a part of a page that does nothing in the browser, so that its
 * component is not downloaded. Its styles are imported by the page.
 */
export function ServerMarkup({ html }: { html: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React escaped the text where it made the HTML
    <div dangerouslySetInnerHTML={{ __html: html }} />
  )
}
