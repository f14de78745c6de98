import type { SubmissionResult } from '@conform-to/react'

/** What a form of the sign-in window came back with when it was posted without JavaScript. */
export type SignInReply = { tab: 'login' | 'register'; reply: SubmissionResult }
