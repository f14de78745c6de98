/** Settings of the web analytics service: the measurement id, and the address of its tag. */
export type WebAnalytics = { id: string; url: string }

/** Names the window event that lets a visitor choose again whether they are counted. */
export const consentEvent = 'ask-analytics-consent'
