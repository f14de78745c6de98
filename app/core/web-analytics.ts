/** The web analytics service that a site may be set up with: the measurement id, and where its tag is. */
export type WebAnalytics = { id: string; url: string }

/** The window hears this when a visitor wants to choose again whether they are counted. */
export const consentEvent = 'ask-analytics-consent'
