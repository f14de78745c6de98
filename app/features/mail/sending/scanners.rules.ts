/** Names that programs which check mail, previews of links and scripts give themselves. */
const programs =
  /bot\b|crawl|spider|preview|scanner|safelinks|barracuda|mimecast|proofpoint|symantec|trendmicro|forcepoint|ironport|fireeye|curl|wget|python|java\/|go-http|okhttp|libwww|node-fetch|undici|headless|axios|guzzle/i

/**
 * Tells whether a request comes from a program and not from a person, by its user agent. Programs that call themselves a browser are told
 * by the time of their request.
 */
export const isScanner = (userAgent: string): boolean =>
  !/mozilla/i.test(userAgent) || programs.test(userAgent)
